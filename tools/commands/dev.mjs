/**
 * The developer's loop (`npm run dev`): the backend is compiled and restarted at each save, and Vite serves the frontend
 * on port 5173 with the API behind it. One Ctrl-C stops all.
 */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyPlainFiles } from '../../backend/build.mjs';
import { removeLeftovers } from '../lib/leftovers.mjs';
import { endGroup, prepare, root, say, startGroup } from '../lib/setup.mjs';

/** How often files are copied again that an editor or a compiler changes at the same time, and how long each time waits. */
const MAX_COPIES = 20;
const COPY_RETRY_DELAY_MS = 250;

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
  if (line.includes('Found 0 errors.')) restartSoon();
});
const schema = watch(join(root, 'backend/src/database/schema'), { recursive: true }, restartSoon);
// However this process ends: the others have groups of their own and would stay.
process.on('exit', () => [compiler, vite, server].forEach((child) => child && endGroup(child)));
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

function restartSoon() {
  restarting = restarting.then(restart);
}

async function restart() {
  await endServer();
  const isCopied = await copy();
  if (isCopied && !stopping) server = startGroup(process.execPath, ['--enable-source-maps', 'backend/dist/main.js']);
}

/** Completes what the compiler wrote. A file may go away, or change its kind, while that is done. */
async function copy() {
  for (let count = 1; !stopping; count++) {
    try {
      copyPlainFiles();
      removeLeftovers();
      return true;
    } catch (error) {
      if (count === 1) say(`Files changed while they were copied (${error.message}): trying again.`);
      if (count === MAX_COPIES) {
        say('They cannot be copied: save a file of the backend to try again.');
        return false;
      }
      await sleep(COPY_RETRY_DELAY_MS);
    }
  }
  return false;
}

async function stop() {
  if (stopping) return;
  stopping = true;
  schema.close();
  for (const child of [compiler, vite]) endGroup(child);
  await restarting;
  await endServer();
}
