/** Removes images that no record has shown for some days, while the app runs or not (`npm run purge`). */
import { built } from '../lib/database.mjs';
import { prepare } from '../lib/setup.mjs';

await prepare();
const { runPurge } = built('images/purge/purge.js');
await runPurge(process.argv.slice(2));
