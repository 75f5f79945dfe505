/** Rebuilds the search index while the app runs (`npm run search:rebuild`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions();
await prepare();
const { runRebuild } = built('search/rebuild/rebuild.js');
await runRebuild();
