/** Writes a backup, or verifies one (`npm run backup`). */
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runCommand } = (await import('../../backend/dist/platform/backup/command.js')).default;
await runCommand('backup', process.argv.slice(2));
