/** Fills the running application with a car-parts shop (`npm run demo`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions();
await prepare();
const { runDemo } = built('platform/demo/fill.js');
await runDemo();
