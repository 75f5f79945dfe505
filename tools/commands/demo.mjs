/** Fills the running application with a car-parts shop (`npm run demo`). */
import { built } from '../lib/database.mjs';
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
built('platform/demo/fill.js');
