/** Reads the trends from the change log again while the app runs (`npm run trends:rebuild`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions();
await prepare();
const { runRebuild } = built('features/trends/rebuild.js');
await runRebuild();
