/** Tries the migrations of this version on a copy made from a backup (`npm run upgrade:dry-run`). */
import { built } from '../lib/database.mjs';
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runUpgradeDryRun } = built('platform/backup/command.js');
await runUpgradeDryRun(process.argv.slice(2));
