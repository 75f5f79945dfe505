/** Tries the migrations of this version on a copy made from a backup (`npm run upgrade:dry-run`). */
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runRehearsal } = (await import('../../backend/dist/platform/backup/command.js')).default;
await runRehearsal(process.argv.slice(2));
