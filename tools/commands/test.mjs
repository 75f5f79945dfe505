/**
 * Runs everything that can be checked (`npm test`): prepares what is missing, goes through every stage even after
 * one has failed, and ends with one line, `N passed, N failed`.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, nx, nxEnvironment, root, run } from '../lib/setup.mjs';

const results = join(root, '.results');
const nxRun = [nx, 'run-many', '--outputStyle=stream'];
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'frontend/e2e/playwright.config.mjs'];

/**
 * A check stage counts as one test; a test stage counts the tests of its result file. Stages run one after the other;
 * the screen tests and the modules go beside those from lint to backend, which leave a core idle for much of their time.
 */
const build = { name: 'Build', check: ensureBuilt };
const backend = [
  { name: 'Lint and module boundaries', check: () => node([...nxRun, '-t', 'lint']) },
  { name: 'Types', check: () => node([...nxRun, '-t', 'typecheck']) },
  { name: 'API contract', check: () => node(['tools/checks/contract.mjs']) },
  { name: 'Migrations', check: () => node(['tools/checks/migrations.mjs']) },
  {
    name: 'Backend tests',
    check: () => node([...nxRun, '-t', 'test', '-p', 'backend']),
    file: 'backend.json',
    count: countJest,
  },
];
const frontend = {
  name: 'Frontend tests',
  check: () => node([...nxRun, '-t', 'test', '-p', 'frontend']),
  file: 'frontend.json',
  count: countJest,
};
const modules = { name: 'Modules', check: () => node(['tools/checks/modules.mjs', '--short']) };
const browser = { name: 'Browser tests', check: () => node(playwright), file: 'e2e.json', count: countPlaywright };

if (await succeeds(ensureInstalled)) {
  await rm(results, { recursive: true, force: true });
  await mkdir(results);
  const done = await inTurn([build]);
  const [first, second] = await Promise.all([inTurn(backend), inTurn([frontend, modules])]);
  report([...done, ...first, ...second, ...(await inTurn([browser]))]);
} else {
  report([{ name: 'Install', passed: 0, failed: 1, seconds: 0 }]);
}

async function inTurn(stages) {
  const done = [];
  for (const stage of stages) done.push(await runStage(stage));
  return done;
}

async function runStage({ name, check, file, count }) {
  console.log(`\n=== ${name}`);
  const started = Date.now();
  const ended = await succeeds(check);
  const counted = file ? await countResults(file, count, ended) : { passed: ended ? 1 : 0, failed: ended ? 0 : 1 };
  return { name, ...counted, seconds: (Date.now() - started) / 1000 };
}

/** A stage that ran nothing, wrote nothing, or ended badly without a failed test, has failed. */
async function countResults(file, count, ended) {
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count(JSON.parse(await readFile(join(results, file), 'utf8')));
  } catch (error) {
    console.error(`No result was written to .results/${file}: ${error.message}`);
  }
  const { passed, failed } = counted;
  if (failed === 0 && (!ended || passed === 0)) return { passed, failed: 1 };
  return counted;
}

/** A skipped test counts as failed: nothing is left out in silence. */
function countJest(result) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = result;
  return {
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites,
  };
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length };
}

/** Says what went wrong; a signal ends everything. */
async function succeeds(task) {
  try {
    await task();
    return true;
  } catch (error) {
    if (error.signal) process.exit(error.exitCode);
    console.error(error.message);
    return false;
  }
}

function node(args) {
  return run(process.execPath, args, { env: { ...nxEnvironment(), FORCE_COLOR: '0' } });
}

function report(done) {
  const width = Math.max(...done.map(({ name }) => name.length));
  console.log(`\n${'Stage'.padEnd(width)}  passed  failed  seconds`);
  for (const { name, passed, failed, seconds } of done) {
    const cells = [String(passed).padStart(6), String(failed).padStart(6), seconds.toFixed(1).padStart(7)];
    console.log(`${name.padEnd(width)}  ${cells.join('  ')}`);
  }
  const sum = (key) => done.reduce((total, stage) => total + stage[key], 0);
  if (sum('failed') > 0) process.exitCode = 1;
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
}
