/** Rebuilds the search index while the app runs (`npm run search:rebuild`). */
import { built } from '../lib/database.mjs';
import { prepare } from '../lib/setup.mjs';

await prepare();
const { runRebuild } = built('search/rebuild/rebuild.js');
await runRebuild();
