/**
 * The developer's loop (`npm run dev`): the backend is compiled and restarted at each save, and Vite serves the frontend
 * on port 5173 with the API behind it. One Ctrl-C stops all.
 */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyPlainFiles } from '../../backend/build.mjs';
import { removeLeftovers } from '../lib/leftovers.mjs';
import { endGroup, prepare, root, say, startGroup } from '../lib/setup.mjs';

await prepare({ built: false });

const tool = (...path) => join(root, 'node_modules', ...path);
const compiler = startGroup(
  process.execPath,
  [tool('typescript', 'bin', 'tsc'), '-p', 'backend/tsconfig.build.json', '--watch', '--preserveWatchOutput'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const vite = startGroup(process.execPath, [tool('vite', 'bin', 'vite.js'), 'frontend']);
let server;
let restarting = Promise.resolve();
let stopping = false;

createInterface({ input: compiler.stdout }).on('line', (line) => {
  if (line.trim()) console.log(`[backend] ${line}`);
  if (line.includes('Found 0 errors.')) restarting = restarting.then(restart);
});
watch(
  join(root, 'backend/src/database/schema'),
  { recursive: true },
  () => void (restarting = restarting.then(restart)),
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
for (const child of [compiler, vite]) child.on('exit', () => void stop());
say('The app is at http://localhost:5173 once both sides are ready.');

/** Ends the server and waits for it, so that its port and its database are free again. */
async function endServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function restart() {
  await endServer();
  copyPlainFiles();
  removeLeftovers();
  if (!stopping) server = startGroup(process.execPath, ['--enable-source-maps', 'backend/dist/main.js']);
}

async function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of [compiler, vite]) endGroup(child);
  await restarting;
  await endServer();
}
