/** Rebuilds the search index while the app runs (`npm run search:rebuild`). */
import { built } from '../lib/database.mjs';
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runRebuild } = built('search/rebuild.js');
await runRebuild();
