/** Writes a backup, or verifies one (`npm run backup`). */
import { built } from '../lib/database.mjs';
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runCommand } = built('platform/backup/command.js');
await runCommand('backup', process.argv.slice(2));
