/** Tries the migrations of this version on a copy made from a backup (`npm run upgrade:dry-run`). */
import { built } from '../lib/database.mjs';
import { prepare } from '../lib/setup.mjs';

await prepare();
const { runUpgradeDryRun } = built('platform/backup/command.js');
await runUpgradeDryRun(process.argv.slice(2));
