/** Fills the running application with a car-parts shop (`npm run demo`). */
import { built } from '../lib/database.mjs';
import { prepare } from '../lib/setup.mjs';

await prepare();
built('platform/demo/fill.js');
