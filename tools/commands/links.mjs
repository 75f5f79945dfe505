/** Links the records that are there to the products that their texts name, while the app runs (`npm run links`). */
import { built } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare } from '../lib/setup.mjs';

refuseLostOptions();
await prepare();
// Its entities say which kinds of records there are.
built('modules.js');
const { runLinks } = built('features/links/link-command.js');
await runLinks();
