/** Tries the migrations of this version on a copy made from a backup (`npm run upgrade:dry-run`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions(['into']);
await prepare();
// TypeORM sends concurrent queries on one connection. pg warns that pg 9 will refuse them. An operator can do nothing about it.
process.noDeprecation = true;
const { runUpgradeDryRun } = built('platform/backup/command.js');
await runUpgradeDryRun(process.argv.slice(2));
