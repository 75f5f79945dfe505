/** Restores a backup into an empty database (`npm run restore`). */
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runCommand } = (await import('../../backend/dist/platform/backup/command.js')).default;
await runCommand('restore', process.argv.slice(2));
