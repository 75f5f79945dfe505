/**
 * Seeds every fault that a suite must catch, and prints which were caught (`npm run mutants`). It needs what the suites
 * need: Debian, the history in git, and root on Linux. The exit code is 1 where one was not.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root, run } from '../../lib/setup.mjs';

await prepare();
const results = join(tmpdir(), `ecom-crm-faults-${process.pid}.json`);
const args = [
  'node_modules/jest/bin/jest.js',
  '-c',
  'backend/jest.config.cjs',
  '--runInBand',
  '-t',
  'catches a seeded fault',
  '--json',
  `--outputFile=${results}`,
  ...(await filesWithFaults()),
];
await run(process.execPath, args, { env: { ...process.env, RELIABILITY: 'mutants' } }).catch(() => undefined);
const { testResults } = JSON.parse(await readFile(results, 'utf8'));
await rm(results);
report(testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status !== 'pending'));

async function filesWithFaults() {
  const files = (await readdir(join(root, 'backend'), { recursive: true })).filter((file) =>
    /^(src|test).*spec\.ts$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(root, 'backend', file), 'utf8')));
  return files.filter((_file, index) => /seeded(Fault|Attack)\(/.test(texts[index]));
}

function report(faults) {
  const caught = faults.filter(({ status }) => status === 'passed');
  const lines = faults.map(
    ({ title, status }) =>
      `${status === 'passed' ? 'caught    ' : 'NOT CAUGHT'}  ${title.replace(' catches a seeded fault', '')}`,
  );
  console.log(`\n${lines.sort().join('\n')}\n\n${caught.length} of ${faults.length} seeded faults caught`);
  if (faults.length === 0 || caught.length < faults.length) process.exitCode = 1;
}
