/** Makes the search index anew, while the app runs (`npm run search:rebuild`). */
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runRebuild } = (await import('../../backend/dist/search/rebuild.js')).default;
await runRebuild();
