/** What `npm start`, `npm test` and `npm run dev` do first: install what is missing, build what is stale. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { removeLeftovers } from './leftovers.mjs';
import { whileLocked } from './lock.mjs';
import { requireNode } from './node-version.mjs';
import { endWithNpm, root, run, say } from './process.mjs';
import { isStamped, lockfileHash, sourcesHash, stamp } from './stamps.mjs';

export { endGroup, root, run, say, startGroup } from './process.mjs';

/** The program of Nx. */
export const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');

/** The built server; importing it starts it. */
export const serverFile = pathToFileURL(join(root, 'backend', 'dist', 'main.js'));

const outputs = [fileURLToPath(serverFile), join(root, 'frontend', 'dist', 'index.html')];

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

const isBuilt = () => outputs.every((path) => existsSync(path));

/** Whether node_modules, however it was made, holds what the lock file asks for (packages for other systems aside). */
function isComplete() {
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  const found = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!found) return false;
  // A built app in a production installation (a container image) needs no development packages.
  const productionOnly = !existsSync(nx) && isBuilt();
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional, dev }]) => {
    if (!path.startsWith('node_modules/') || optional || (productionOnly && (dev || devOptional || link))) return true;
    return link ? existsSync(join(root, path)) : found[path]?.version === version;
  });
}

function npm() {
  const path = process.env.npm_execpath;
  if (path && /^np[mx]-cli\.c?js$/.test(basename(path))) {
    return { command: process.execPath, first: [join(path, '..', 'npm-cli.js')], options: {} };
  }
  return { command: 'npm', first: [], options: { shell: process.platform === 'win32' } };
}

async function install() {
  say('Installing the packages of package-lock.json (npm ci); the first time takes a minute or so ...');
  const started = Date.now();
  const { command, first, options } = npm();
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const progress = setInterval(
    () => say(`... still installing, ${Math.round((Date.now() - started) / 1000)} s`),
    15_000,
  );
  try {
    // Told to end, npm would first put back what it has changed; the next run starts over in any case.
    await run(command, [...first, 'ci', ...flags], { ...options, killSignal: 'SIGKILL' });
  } finally {
    clearInterval(progress);
  }
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The first thing every command does: installs and builds. Where that fails or is interrupted, it says so and ends this process. */
export async function prepare({ built = true } = {}) {
  try {
    await ensureInstalled();
    if (built) await ensureBuilt();
  } catch (error) {
    console.error(error.signal ? error.message : `The project could not be prepared. ${error.message}`);
    process.exit(error.exitCode ?? 1);
  }
}

/** Installs the locked packages where any is missing or of another version. */
export async function ensureInstalled() {
  requireNode();
  endWithNpm();
  useHooks();
  const hash = lockfileHash();
  if (isStamped('installed', hash)) return;
  if (isComplete()) return remember('installed', hash);
  await whileLocked(async () => {
    if (isStamped('installed', hash)) return;
    await install();
    stamp('installed', hash);
  });
}

/** Lets git run the hooks of `.githooks`, in a checkout of a developer that has no hooks of its own. */
function useHooks() {
  if (process.env.CI || !existsSync(join(root, '.git'))) return;
  const git = (...args) => spawnSync('git', ['config', ...args], { cwd: root, stdio: 'ignore' }).status;
  if (git('--get', 'core.hooksPath') === 1) git('core.hooksPath', '.githooks');
}

/** A read-only installation only costs the slower check the next time. */
function remember(name, value) {
  try {
    stamp(name, value);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
  }
}

/** Builds backend and frontend where a source is newer than the last build. */
export async function ensureBuilt() {
  if (!existsSync(nx) && isBuilt()) return;
  removeLeftovers();
  if (isBuilt() && isStamped('built', sourcesHash())) return;
  await whileLocked(async () => {
    const sources = sourcesHash();
    if (isBuilt() && isStamped('built', sources)) return;
    say('Building backend and frontend (nx run-many -t build) ...');
    const started = Date.now();
    await run(process.execPath, [nx, 'run-many', '-t', 'build', '--outputStyle=stream'], { env: nxEnvironment() });
    stamp('built', sources);
    say(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
  });
}

/** The environment for Nx: no process of it stays behind, and tasks run without a terminal of their own. */
export function nxEnvironment() {
  return { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NATIVE_COMMAND_RUNNER: 'false' };
}
