/**
 * Makes a plain module and a thread in a throw-away copy of the project, adds the one that is kept as a sample, holds all
 * three against what every module must meet, takes them away again, and shows that nothing of them is left
 * (`npm run test:modules`; some minutes). Packages are those of this project. `--short`, which `npm test` runs, leaves out
 * what is asked of every operation, and the module whose migration git has.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addToLists } from '../generators/module/lists.mjs';
import { ensureInstalled, nxEnvironment, root } from '../lib/setup.mjs';

const STEP_LIMIT_MS = 5 * 60_000;
const MADE_LIMIT_MS = 3 * 60_000;
const PLAIN = ['notes'];
const THREAD = ['claims', '--thread', '--title=warranty claim'];
const SAMPLE = 'returns';
const modules = [PLAIN[0], THREAD[0], SAMPLE];
const folders = modules.flatMap((name) => [`backend/src/features/${name}`, `frontend/src/features/${name}`]);
/** Tests of every operation, in addition to the modules' own. */
const short = process.argv.includes('--short');
const ofAll = short
  ? ['test/routes.spec', 'code-rules']
  : [
      'test/routes.spec',
      'test/statuses',
      'every-change',
      'once.e2e',
      'search.e2e',
      'statistics.e2e',
      'code-rules',
      'test/modules.spec',
    ];

await ensureInstalled();
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'modules-')));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const times = [];

copyProject();
git('init', '--quiet');
commit();
const made = [
  step('new:module, plain', 'tools/commands/module.mjs', 'new', ...PLAIN),
  step('new:module --thread', 'tools/commands/module.mjs', 'new', ...THREAD),
];
addSample();
step('schema written', 'tools/commands/schema.mjs');
step('contract written', 'tools/commands/openapi.mjs');
step(
  'lint',
  'node_modules/eslint/bin/eslint.js',
  ...folders,
  'backend/src/modules.ts',
  'frontend/src/app/features.ts',
  'backend/src/database/migrations',
);
for (const side of ['backend', 'frontend']) {
  step(`${side} types`, 'node_modules/typescript/bin/tsc', '-p', side, '--noEmit');
  step(
    `${side} boundaries`,
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    `${side}/src`,
  );
}
step('build', 'node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build', '--outputStyle=stream');
step('migrations', 'tools/checks/migrations.mjs');
step('contract', 'tools/checks/contract.mjs');
step(
  'API tests',
  'node_modules/jest/bin/jest.js',
  '-c',
  'backend/jest.config.cjs',
  ...modules.map((name) => `features/${name}/`),
  ...ofAll,
);
step(
  'screen tests',
  'node_modules/jest/bin/jest.js',
  '-c',
  'frontend/jest.config.cjs',
  ...modules.map((name) => `features/${name}/`),
  'features/dashboard',
);
for (const name of modules) step(`remove:module ${name}`, 'tools/commands/module.mjs', 'remove', name);
expectNothingLeft();
if (!short) removeApplied();

if (Math.max(...made) > MADE_LIMIT_MS) fail(`new:module took ${seconds(Math.max(...made))} s.`);
console.log(`\n${times.map(([name, ms]) => `${name.padEnd(24)} ${seconds(ms).padStart(6)} s`).join('\n')}`);
console.log(
  `measured modules: a plain module in ${seconds(made[0])} s, a thread in ${seconds(made[1])} s, and the sample; all checks pass without a hand edit, and nothing is left of them after their removal`,
);

/** The files that git knows or would; each package of node_modules by a link, those of the workspace to the copy's own. */
function copyProject() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(Boolean);
  for (const file of files.filter((path) => existsSync(join(root, path)))) cpSync(join(root, file), join(copy, file));
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from).filter((one) => !['.cache', '.vite', '@ecom-crm'].includes(one)))
    symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@ecom-crm'))) {
    mkdirSync(join(to, '@ecom-crm'), { recursive: true });
    symlinkSync(readlinkSync(join(from, '@ecom-crm', name)), join(to, '@ecom-crm', name));
  }
}

/** The module that was made when the seams were as it knows them. */
function addSample() {
  cpSync(join(copy, 'docs/samples', SAMPLE), copy, { recursive: true });
  const tree = {
    read: (path) => readFileSync(join(copy, path), 'utf8'),
    write: (path, text) => writeFileSync(join(copy, path), text),
  };
  addToLists(tree, { plural: SAMPLE });
}

/** Runs a program in the copy and answers how long it took, ms; ends everything where it fails. */
function step(name, program, ...args) {
  console.log(`\n=== ${name}`);
  const started = Date.now();
  const path = program.startsWith('node_modules/') ? join(root, program) : program;
  // Jest, which may have started this, says `test` here, and a build would take the slow React.
  const env = {
    ...nxEnvironment(),
    NODE_ENV: undefined,
    NX_CACHE_DIRECTORY: join(copy, '.nx/cache'),
    NX_WORKSPACE_DATA_DIRECTORY: join(copy, '.nx/data'),
    RELIABILITY: '',
  };
  const { status, signal } = spawnSync(process.execPath, [path, ...args], {
    cwd: copy,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    timeout: STEP_LIMIT_MS,
  });
  if (status !== 0) fail(`${name} ended with ${signal ?? `code ${status}`}.`);
  times.push([name, Date.now() - started]);
  return Date.now() - started;
}

/** One that some database may have: its tables are taken back by another migration. */
function removeApplied() {
  step('new:module, to stay', 'tools/commands/module.mjs', 'new', ...PLAIN);
  commit();
  step('remove:module, applied', 'tools/commands/module.mjs', 'remove', ...PLAIN);
  step('backend built', 'backend/build.mjs');
  step('migrations, applied', 'tools/checks/migrations.mjs');
}

function expectNothingLeft() {
  const left = git('status', '--porcelain');
  if (left) fail(`After the removal the tree differs:\n${left}`);
}

function commit() {
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@shop.example', 'commit', '--quiet', '--message', 'Before');
}

function git(...args) {
  return execFileSync('git', args, { cwd: copy, encoding: 'utf8' });
}

function fail(text) {
  console.error(`\n${text}`);
  process.exit(1);
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
