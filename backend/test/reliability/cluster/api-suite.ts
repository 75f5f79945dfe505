import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root as projectRoot } from '../../support/paths';

/** Files that no load balancer can stand before, and why. */
export const NOT_FOR_CLUSTERS: Record<string, string> = {
  guessing: 'starts several processes by itself, and measures one',
  import: 'holds one process to times and memory, and kills its own',
  hosts: 'says other names than the balancer lets in',
  'request-limit': 'fills a limit that each process has by itself',
  'raw-http': 'sends what no HTTP is, which a load balancer answers by itself',
  metrics: 'reads what each process has counted, and starts two by itself',
  'prepared-statement': 'counts the queries of a request',
  'database-health': 'breaks a connection of the pool',
  'abandoned-apply': 'takes the database away, also from the other connections of the test',
  'before-write': 'puts hooks into the app',
  'body-parser': 'holds the queue of files of the app',
  'on-change': 'puts listeners into the app',
  'on-changes': 'puts listeners into the app',
  'put-back': 'puts listeners into the app',
  'after-write': 'puts hooks into the app',
  'read-rows': 'looks at the queries of the app',
  'daily-bytes': 'starts two processes by itself, and counts what one of them has not yet told the other',
  statuses: 'fills a limit that each process has by itself',
  'product-fields': 'declares fields within the app',
};

/** A file of the API suite. */
export interface Spec {
  name: string;
  file: string;
  text: string;
}

/** The API suite of the repository in a folder: this one, or another version. */
export function specsOf(root = projectRoot): Spec[] {
  const backend = join(root, 'backend');
  return readdirSync(backend, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /^(src|test).*\.(e2e|reliability)-spec\.ts$/.test(file) && !basename(file).startsWith('processes.'),
    )
    .map((file) => ({
      name: basename(file).split('.')[0],
      file: join(backend, file),
      text: readFileSync(join(backend, file), 'utf8'),
    }));
}

/** Those whose app may as well be several; the others start processes by themselves. */
export function specsForCluster(root = projectRoot): Spec[] {
  return specsOf(root).filter(
    ({ name, text }) => /startApp\(|describeThreads\(/.test(text) && !(name in NOT_FOR_CLUSTERS),
  );
}

interface Results {
  numPassedTests: number;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** Runs spec files against several processes behind a balancer, in this environment and `env`; answers how many tests passed, and what failed. */
export async function runSpecs(
  specs: Spec[],
  env: NodeJS.ProcessEnv,
  root = projectRoot,
): Promise<{ passed: number; failed: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'));
  const args = [
    'node_modules/jest/bin/jest.js',
    '-c',
    'backend/jest.config.cjs',
    '--runInBand',
    '--testTimeout=120000',
    '--json',
    `--outputFile=${join(folder, 'results.json')}`,
    '--runTestsByPath',
    ...specs.map(({ file }) => file),
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, RELIABILITY: undefined },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => child.once('close', resolve));
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
    const failed = testResults.flatMap(failuresOf);
    if (failed.length > 0) process.stderr.write(said);
    return { passed: numPassedTests, failed };
  } catch (error) {
    process.stderr.write(said);
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The tests of a file that failed, or else what went wrong outside them. */
function failuresOf({ name, message, assertionResults }: Results['testResults'][number]): string[] {
  const tests = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => `${basename(name)}: ${fullName}`);
  return tests.length === 0 && message !== '' ? [`${basename(name)}: ${message}`] : tests;
}
