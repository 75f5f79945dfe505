/** Restores a backup into an empty database (`npm run restore`). */
import { built } from '../lib/database.mjs';
import { prepare } from '../lib/setup.mjs';

await prepare();
const { runCommand } = built('platform/backup/command.js');
await runCommand('restore', process.argv.slice(2));
