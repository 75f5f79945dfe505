/** Runs the stages of a test command one after another or side by side, and reports them. */
import { mkdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt, nx, nxEnvironment, root, run } from './setup.mjs';

export const results = join(root, '.results');

/**
 * One stage. A check counts as one test; a test stage counts the tests of its result file in `.results`.
 * @typedef {{ passed: number, failed: number, failures?: string[] }} Count `failures`: what failed, and why
 * @typedef {{ name: string, check: () => Promise<unknown>, file?: string, count?: (result: any) => Count }} Stage
 * @typedef {Count & { name: string, seconds: number }} Outcome
 */

/** How much of what a failed test says is repeated at the end: lines, and characters of each. */
const FAILURE_LINES = 12;
const FAILURE_LINE_LENGTH = 300;

/** The stages of `npm test` and `npm run test:reliability`. */
export const stages = {
  build: check('Build', ensureBuilt),
  lint: check('Lint and module boundaries', () => node([nx, 'run-many', '--outputStyle=stream', '-t', 'lint'])),
  types: check('Types', () => node([nx, 'run-many', '--outputStyle=stream', '-t', 'typecheck'])),
  unused: check('Unused code', () => node(['node_modules/knip/bin/knip.js', '--no-progress'])),
  words: check('Words', () => node(['tools/checks/words.mjs'])),
  format: check('Format', () => node(['node_modules/prettier/bin/prettier.cjs', '--check', '.', '--log-level=warn'])),
  contract: check('API contract', () => node(['tools/checks/contract.mjs'])),
  migrations: check('Migrations', () => node(['tools/checks/migrations.mjs'])),
  modules: check('Modules', () => node(['tools/checks/modules.mjs', '--short'])),
  backend: jest('Backend tests', 'backend'),
  backendReliability: jest('Backend reliability', 'backend', 'short'),
  frontend: jest('Frontend tests', 'frontend'),
  browser: playwright('Browser tests', 'ordinary'),
  browserReliability: playwright('Browser reliability', 'reliability'),
};

/**
 * Runs stages in order, each even if one before it has failed.
 * @param {Stage[]} list
 * @returns {Promise<Outcome[]>}
 */
export async function inOrder(...list) {
  const outcomes = [];
  for (const stage of list) outcomes.push(await runStage(stage));
  return outcomes;
}

/**
 * Prints what failed, a table, and the last line, `N passed, N failed`.
 * @param {Outcome[]} outcomes
 */
export function report(outcomes) {
  for (const { name, failures = [] } of outcomes) for (const one of failures) console.log(`\n${name}: ${one}`);
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  console.log(`\n${'Stage'.padEnd(width)}  passed  failed  seconds`);
  for (const { name, passed, failed, seconds } of outcomes) {
    const cells = [String(passed).padStart(6), String(failed).padStart(6), seconds.toFixed(1).padStart(7)];
    console.log(`${name.padEnd(width)}  ${cells.join('  ')}`);
  }
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  if (sum('failed') > 0) process.exitCode = 1;
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
}

/** @returns {Stage} */
function check(name, task) {
  return { name, check: task };
}

/** @returns {Stage} */
function jest(name, project, reliability = '') {
  const file = `${project}${reliability && '-reliability'}.json`;
  const args = ['-c', `${project}/jest.config.cjs`, '--json', `--outputFile=.results/${file}`];
  return {
    name,
    file,
    count: countJest,
    check: () => node(['node_modules/jest/bin/jest.js', ...args], { RELIABILITY: reliability }),
  };
}

/** @returns {Stage} */
function playwright(name, project) {
  const file = `e2e-${project}.json`;
  const args = ['test', '-c', 'frontend/e2e/playwright.config.mjs', `--project=${project}`];
  return {
    name,
    file,
    count: countPlaywright,
    check: () => node(['node_modules/@playwright/test/cli.js', ...args], { E2E_RESULTS: join(results, file) }),
  };
}

/**
 * @param {Stage} stage
 * @returns {Promise<Outcome>}
 */
async function runStage({ name, check: task, file, count }) {
  console.log(`\n=== ${name}`);
  const started = Date.now();
  const hasPassed = await succeeds(task);
  const counted = file ? await countResults(file, count, hasPassed) : { passed: +hasPassed, failed: +!hasPassed };
  return { name, ...counted, seconds: (Date.now() - started) / 1000 };
}

/** A stage that ran nothing, wrote nothing, or ended badly without a failed test, has failed. */
async function countResults(file, count, hasPassed) {
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count(JSON.parse(await readFile(join(results, file), 'utf8')));
  } catch (error) {
    console.error(`No result was written to .results/${file}: ${error.message}`);
  }
  const { passed, failed } = counted;
  return failed === 0 && (!hasPassed || passed === 0) ? { passed, failed: 1 } : counted;
}

/** A skipped test counts as failed, so that nothing is left out silently. */
function countJest({ numPassedTests: passed, numTotalTests, numRuntimeErrorTestSuites, testResults }) {
  const failures = testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0
      ? [failure(relative(root, name), message)]
      : assertionResults
          .filter(({ status }) => status !== 'passed')
          .map(({ fullName, failureMessages }) => failure(`${relative(root, name)}: ${fullName}`, failureMessages[0])),
  );
  return { passed, failed: numTotalTests - passed + numRuntimeErrorTestSuites, failures };
}

function countPlaywright({ stats, errors, suites }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const failures = suites
    .flatMap(specsOf)
    .flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ results: tries }) => failure(`${file}:${line}: ${title}`, tries[0]?.error?.message)),
    );
  failures.push(...errors.map(({ message }) => failure('Outside of a test', message)));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length, failures };
}

function failure(test, message = 'It was skipped.') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, FAILURE_LINES);
  return [test, ...lines.map((line) => line.slice(0, FAILURE_LINE_LENGTH))].join('\n    ');
}

/** Prints what went wrong. A signal ends this process. */
export async function succeeds(task) {
  try {
    await task();
    return true;
  } catch (error) {
    if (error.signal) process.exit(error.exitCode);
    console.error(error.message);
    return false;
  }
}

async function node(args, env = {}) {
  await mkdir(results, { recursive: true });
  return run(process.execPath, args, { env: { ...nxEnvironment(), FORCE_COLOR: '0', ...env } });
}
