import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { count, inFull, report, seededFault } from './gates';

const backend = join(__dirname, '..');

/** Files that no front can stand before, and why. */
const LEFT_OUT: Record<string, string> = {
  guessing: 'starts several processes by itself, and measures one',
  import: 'holds one process to times and memory, and kills its own',
  'raw-http': 'sends what no HTTP is, which a front answers by itself',
  metrics: 'reads what each process has counted, and starts two by itself',
  prepared: 'counts the queries of a request',
  lifeline: 'breaks a connection of the pool',
  'http-server': 'looks into the app alone',
};

/** Tests that look into the app, or put something into it: how many of a file, and why. They run where the app is inside the test. */
const INSIDE: Record<string, [tests: number, why: string]> = {
  addresses: [1, 'stops the app as main.ts does'],
  events: [4, 'count what a process holds, stop it, and let a query of it fail'],
  headers: [2, 'makes the app fail, and reads what it logs'],
  'product-imports': [3, 'count the queries of a request, clean up a day early, and hold the app to reading what it has refused, which a front may not do'],
  'security-headers': [1, 'makes the app fail'],
};

const specs = readdirSync(backend, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(src|test).*\.e2e-spec\.ts$/.test(file) && join(backend, file) !== __filename)
  .map((file) => ({ name: basename(file, '.e2e-spec.ts'), file: join(backend, file), text: readFileSync(join(backend, file), 'utf8') }));
/** Those whose app may as well be several; the others start processes by themselves. */
const behindFront = specs.filter(({ name, text }) => /startApp\(|describeThreads\(/.test(text) && !(name in LEFT_OUT));
const FEW = ['questions', 'updates'];

interface Results {
  numPassedTests: number;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** Runs spec files on several processes behind a front; answers how many tests passed, and what failed. */
async function run(files: string[], env: NodeJS.ProcessEnv = {}): Promise<{ passed: number; failed: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'));
  const args = ['node_modules/jest/bin/jest.js', '-c', 'backend/jest.config.cjs', '--runInBand', '--testTimeout=120000', '--json', `--outputFile=${join(folder, 'results.json')}`, '--runTestsByPath', ...files];
  const child = spawn(process.execPath, args, { cwd: join(backend, '..'), env: { TEST_PROCESSES: '2', ...process.env, ...env, GATES: undefined }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => child.once('close', resolve));
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
    const failed = testResults.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${basename(name)}: ${fullName}`);
      return tests.length === 0 && message !== '' && !assertionResults.some(({ status }) => status === 'passed') ? [`${basename(name)}: ${message}`] : tests;
    });
    if (failed.length > 0) process.stderr.write(said);
    return { passed: numPassedTests, failed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('knows every test that cannot run behind a front', () => {
  const found = specs.map(({ name, text }) => [name, text.match(/\binside\(/g)?.length ?? 0] as const).filter(([, tests]) => tests > 0);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(INSIDE).map(([name, [tests]]) => [name, tests])));
  expect(Object.keys(LEFT_OUT).filter((name) => !specs.some((spec) => spec.name === name))).toEqual([]);
});

const chosen = behindFront.filter(({ name }) => inFull || FEW.includes(name));
it(`gate processes: ${chosen.length} files of the API suite against processes that take turns`, async () => {
  const { passed, failed } = await run(chosen.map(({ file }) => file));
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThanOrEqual(count(20, 300));
  report('processes', `${passed} tests of ${chosen.length} files against ${process.env.TEST_PROCESSES ?? 2} processes behind ${process.env.TEST_FRONT ?? 'our own front'}, each request to the next`);
}, count(120_000, 3_600_000));

seededFault('processes', 'a process that keeps the keys of once-only requests for itself', async () => {
  const once = behindFront.filter(({ name }) => name === 'once').map(({ file }) => file);
  expect((await run(once, { TEST_FAULT: 'own-keys' })).failed).toContainEqual(expect.stringContaining('things once each, however often they are sent'));
}, 180_000);
