/** Starts the app (`npm start`): installs what is missing, builds what is stale, then becomes the server. */
import { requireNode } from '../lib/node-version.mjs';

requireNode();
// Only now: an older Node could not even read these.
const { ensureBuilt, ensureInstalled, serverFile } = await import('../lib/setup.mjs');
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error.signal ? error.message : `The app could not be started. ${error.message}`);
  process.exit(error.exitCode ?? 1);
}
await import(serverFile.href);
