/** Reads the trends from the change log again while the app runs (`npm run trends:rebuild`). */
import { built } from '../lib/database.mjs';
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
const { runRebuild } = built('features/trends/rebuild.js');
await runRebuild();
