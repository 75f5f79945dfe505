/**
 * Runs the reliability suites with their full counts (`npm run reliability:full`), in some four hours on two cores;
 * `npm run test:reliability` runs most of them in a short form. `processes`, `prometheus`, `compose`, `pgbouncer`,
 * `rolling` and `failover` need Debian, and fetch its packages; `older-version` and `rolling` need the history in git.
 * Names run only those suites: `npm run reliability:full -- feed races`. It ends with a line for each suite; the exit code
 * is 1 if one has failed. `TEST_SEED` repeats a random run.
 */
import { spawn } from 'node:child_process';
import { prepare, root } from '../../lib/setup.mjs';

const suites = [
  'every-change',
  'history-model',
  'feed',
  'races',
  'take-next',
  'waiting-since',
  'trends',
  'idempotency',
  'contract-fuzz',
  'raw-http',
  'fidelity',
  'backup',
  'changed-backup',
  'restore',
  'recount',
  'import',
  'product-exports',
  'crash',
  'answers',
  'notifications',
  'disk-full',
  'read-replicas',
  'processes',
  'durability',
  'access',
  'dry-run',
  'guessing',
  'large-records',
  'search-matches',
  'same-rows',
  'crowding',
  'uploads',
  'long-jobs',
  'reads',
  'image-bombs',
  'wide-import',
  'outage',
  'starts',
  'sdk',
  'image-layout',
  'webhook-load',
  'load',
  'listeners',
  'endurance',
  'modules',
  'commands',
  'prometheus',
  'compose',
  'pgbouncer',
  'older-version',
  'rolling',
  'failover',
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.includes(name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. The suites are ${suites.join(', ')}.`);
  process.exit(1);
}
await prepare();
const lines = [];
for (const suite of suites.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const started = Date.now();
  const { code, figures } = await run(suite);
  if (code !== 0) process.exitCode = 1;
  lines.push(
    `${code === 0 ? 'passed' : 'FAILED'}  ${suite} (${Math.round((Date.now() - started) / 1000)} s)`,
    ...figures.map((line) => `          ${line}`),
  );
}
console.log(`\n${lines.join('\n')}`);

function run(suite) {
  const args = [
    'node_modules/jest/bin/jest.js',
    '-c',
    'backend/jest.config.cjs',
    '--runInBand',
    `/${suite}\\.(e2e|reliability|full)-spec`,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, RELIABILITY: 'full' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) =>
    child.on('close', (code) =>
      resolve({ code, figures: [...said.matchAll(/^measured (.*)$/gm)].map(([, line]) => line) }),
    ),
  );
}
