/** Restores a backup into an empty database (`npm run restore`). */
import { built } from '../lib/database.mjs';
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runCommand } = built('platform/backup/command.js');
await runCommand('restore', process.argv.slice(2));
