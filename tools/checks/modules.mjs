/**
 * Makes a plain module and a thread in a throw-away copy of the project, adds the one that is kept as a sample, holds all
 * three against what every module must meet, takes them away again, and shows that nothing of them is left
 * (`npm run test:modules`; some minutes). Packages are those of this project. `--short`, which `npm run test:reliability`
 * runs, leaves out the plain module, the tests of every operation, and the module whose migration git has.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addToLists } from '../generators/module/lists.mjs';
import { copyProject, runInCopy } from '../lib/project-copy.mjs';
import { ensureInstalled } from '../lib/setup.mjs';

const MADE_LIMIT_MS = 3 * 60_000;
const PLAIN = ['notes'];
const THREAD = ['claims', '--thread', '--title=warranty claim'];
const SAMPLE = 'returns';
const short = process.argv.includes('--short');
const generated = short ? [THREAD] : [PLAIN, THREAD];
const modules = [...generated.map(([name]) => name), SAMPLE];
const folders = modules.flatMap((name) => [`backend/src/features/${name}`, `frontend/src/features/${name}`]);
/** Tests of every operation, in addition to the modules' own. */
const ofAll = ['checks/routes.spec', 'checks/code-rules'];
if (!short)
  ofAll.push('api/statuses', 'every-change', 'api/idempotency', 'search.e2e', 'statistics.e2e', 'checks/modules.spec');

await ensureInstalled();
const copy = copyProject('modules-');
const times = [];

git('init', '--quiet');
commit();
const made = generated.map((args) => step(`new:module ${args[0]}`, 'tools/commands/module.mjs', 'new', ...args));
addSample();
step('schema written', 'tools/commands/schema.mjs');
step('contract written', 'tools/commands/openapi.mjs');
step(
  'format',
  'node_modules/prettier/bin/prettier.cjs',
  '--check',
  ...folders,
  'backend/src/modules.ts',
  'frontend/src/app/features.ts',
  'backend/src/database/migrations',
);
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
changeLater('claims', 'claim');
for (const name of modules) step(`remove:module ${name}`, 'tools/commands/module.mjs', 'remove', name);
expectNothingLeft();
if (!short) removeApplied();

if (Math.max(...made) > MADE_LIMIT_MS) fail(`new:module took ${seconds(Math.max(...made))} s.`);
console.log(`\n${times.map(([name, ms]) => `${name.padEnd(24)} ${seconds(ms).padStart(6)} s`).join('\n')}`);
console.log(
  `measured modules: ${generated.map(([name], index) => `${name} in ${seconds(made[index])} s`).join(', ')}, and the sample; all checks pass without a hand edit, and nothing is left of them after their removal`,
);

/** The module that was made when the seams were as it knows them. */
function addSample() {
  cpSync(join(copy, 'docs/samples', SAMPLE), copy, { recursive: true });
  const tree = {
    read: (path) => readFileSync(join(copy, path), 'utf8'),
    write: (path, text) => writeFileSync(join(copy, path), text),
  };
  addToLists(tree, { plural: SAMPLE });
}

/** Runs a program in the copy and answers how long it took, ms. */
function step(name, program, ...args) {
  const ms = runInCopy(copy, name, program, ...args);
  times.push([name, ms]);
  return ms;
}

/** Gives a module a later migration: its records name a product. */
function changeLater(plural, singular) {
  const path = join(copy, `backend/src/features/${plural}/${singular}.entity.ts`);
  const column =
    "  @ForeignKey('Product')\n  @Column({ name: 'product_id', type: 'integer', nullable: true })\n  productId: number | null;\n";
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(/(\nexport class \w+ (?:extends \w+ )?\{\n?)/, (head) => `${head.trimEnd()}\n${column}`);
  if (changed === text) fail(`${path} has no class to change.`);
  writeFileSync(path, changed);
  step(`migration:generate ${plural}`, 'tools/commands/generate-migration.mjs', `Change${capital(plural)}`);
  step('format, later', 'node_modules/prettier/bin/prettier.cjs', '--check', 'backend/src/database/migrations');
}

/** One that some database may have: its tables are taken back by another migration. */
function removeApplied() {
  step('new:module, to stay', 'tools/commands/module.mjs', 'new', ...PLAIN);
  changeLater('notes', 'note');
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
  const settings = ['user.name=Test', 'user.email=test@shop.example', 'core.hooksPath=/dev/null'];
  git(...settings.flatMap((one) => ['-c', one]), 'commit', '--quiet', '--message', 'Before');
}

function git(...args) {
  return execFileSync('git', args, { cwd: copy, encoding: 'utf8' });
}

function fail(text) {
  console.error(`\n${text}`);
  process.exit(1);
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
