/** Restores a backup into an empty database (`npm run restore`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions();
await prepare();
const { runCommand } = built('platform/backup/command.js');
await runCommand('restore', process.argv.slice(2));
