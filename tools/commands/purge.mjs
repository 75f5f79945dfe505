/** Removes images that no record has shown for some days, while the app runs or not (`npm run purge`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions(['dry-run', 'unused-for']);
await prepare();
const { runPurge } = built('images/purge/purge.js');
await runPurge(process.argv.slice(2));
