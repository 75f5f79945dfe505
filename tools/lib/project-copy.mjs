/** A throw-away copy of the project, for checks that change its files. Packages are those of this project. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nxEnvironment, root } from './setup.mjs';

const STEP_LIMIT_MS = 10 * 60_000;

/** Copies the files that git knows or would, and links the packages. The copy is removed when the process ends. */
export function copyProject(prefix) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files.filter((path) => existsSync(join(root, path)))) cpSync(join(root, file), join(copy, file));
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@ecom-crm'), { recursive: true });
  for (const name of readdirSync(from).filter((one) => !['.cache', '.vite', '@ecom-crm'].includes(one)))
    symlinkSync(join(from, name), join(to, name));
  // Packages of the workspace are links to the copy's own folders.
  for (const name of readdirSync(join(from, '@ecom-crm')))
    symlinkSync(readlinkSync(join(from, '@ecom-crm', name)), join(to, '@ecom-crm', name));
  return copy;
}

/** Runs a program in the copy and returns how long it took, ms; throws when it fails. */
export function runInCopy(copy, name, program, ...args) {
  console.log(`\n=== ${name}`);
  const started = Date.now();
  const path = program.startsWith('node_modules/') ? join(root, program) : program;
  // Jest, which may have started this, sets NODE_ENV to `test`, and a build would take the slow React.
  const env = {
    ...nxEnvironment(),
    NODE_ENV: undefined,
    NX_CACHE_DIRECTORY: join(copy, '.nx/cache'),
    NX_WORKSPACE_DATA_DIRECTORY: join(copy, '.nx/data'),
    RELIABILITY: '',
    // A failed look for an element prints the whole page, which hides the name of the test where output is cut.
    DEBUG_PRINT_LIMIT: '0',
  };
  const { status, signal } = spawnSync(process.execPath, [path, ...args], {
    cwd: copy,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    timeout: STEP_LIMIT_MS,
  });
  if (status !== 0) throw new Error(`${name} ended with ${signal ?? `code ${status}`}.`);
  return Date.now() - started;
}
