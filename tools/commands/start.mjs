/** Starts the app (`npm start`): installs what is missing, builds what is stale, then becomes the server. */
import { requireNode } from '../lib/node-version.mjs';

requireNode();
// Only now: an older Node could not even read these.
const { prepare, serverFile } = await import('../lib/setup.mjs');
await prepare();
await import(serverFile.href);
