/** Writes a backup, or verifies one (`npm run backup`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions(['verify']);
await prepare();
const { runCommand } = built('platform/backup/command.js');
await runCommand('backup', process.argv.slice(2));
