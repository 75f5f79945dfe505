/**
 * Runs the gates with all their counts (`npm run reliability:full`); `npm test` runs them with short ones, but for `disk-full` and
 * all from `storm` on. Takes some four hours on two cores. `processes`, `prometheus`, `compose`, `pgbouncer`, `rolling` and
 * `failover` need Debian, and fetch its packages; `older` and `rolling` need the history in git. Names after it run only
 * those: `npm run reliability:full -- feed races`. Ends with a line a gate;
 * the exit code is 1 where one has failed. `GATE_SEED` repeats a random run.
 */
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root } from '../lib/setup.mjs';

const suites = [
  'every-change',
  'history-model',
  'feed',
  'races',
  'idempotency',
  'contract-fuzz',
  'raw-http',
  'fidelity',
  'backup',
  'recount',
  'import',
  'product-exports',
  'crash',
  'disk-full',
  'read-replicas',
  'processes',
  'durability',
  'access',
  'dry-run',
  'guessing',
  'outage',
  'starts',
  'sdk',
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

await ensureInstalled();
await ensureBuilt();
const wanted = process.argv.slice(2);
const lines = [];
for (const gate of suites.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const started = Date.now();
  const { code, figures } = await run(gate);
  if (code !== 0) process.exitCode = 1;
  lines.push(
    `${code === 0 ? 'passed' : 'FAILED'}  ${gate} (${Math.round((Date.now() - started) / 1000)} s)`,
    ...figures.map((line) => `          ${line}`),
  );
}
console.log(`\n${lines.join('\n')}`);

function run(gate) {
  const args = [
    'node_modules/jest/bin/jest.js',
    '-c',
    'backend/jest.config.cjs',
    '--runInBand',
    `/${gate}\\.(e2e|gate)-spec`,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, GATES: 'full' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) =>
    child.on('close', (code) =>
      resolve({ code, figures: [...said.matchAll(/^gate (.*)$/gm)].map(([, line]) => line) }),
    ),
  );
}
