/** Fills the running application with a car-parts shop (`npm run demo`). */
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
await import('../../backend/dist/platform/demo/fill.js');
