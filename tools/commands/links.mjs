/** Links the records that are there to the products that their texts name, while the app runs (`npm run links`). */
import { built } from '../lib/database.mjs';
import { ensureBuilt, ensureInstalled } from '../lib/setup.mjs';

await ensureInstalled();
await ensureBuilt();
// Its entities say which kinds of records there are.
built('modules.js');
const { runLinks } = built('features/links/link-command.js');
await runLinks();
