/**
 * What the change log costs (`npm run bench:log`, about 2 minutes on two idle cores): creates over HTTP with the triggers of the log and
 * without them, in turn, in one run on a throw-away database. Prints p50 and p95 of both and their ratio.
 */
import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { withMigratedDatabase } from '../lib/database.mjs';
import { prepare, root } from '../lib/setup.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 24);
const CREATES = Number(process.env.CREATES ?? 150);
let number = 0;
const kinds = {
  question: {
    path: '/api/customer-questions',
    table: 'customer_questions',
    body: () => ({
      title: 'Does the disc fit a Golf VII?',
      description: 'The catalogue says 280 mm, my old one measures 288 mm.',
    }),
  },
  product: {
    path: '/api/products',
    table: 'products',
    body: (number) => ({
      name: 'Brake disc, ventilated',
      sku: `BD-${number}`,
      vehicle: 'Volkswagen Golf VII',
      images: ['https://shop.example/disc.jpg'],
      extraFields: { Axle: 'front' },
    }),
  },
};

await prepare();
await withMigratedDatabase(async (url, source) => {
  const { child, base } = await startServer(url);
  try {
    const cookie = await signIn(base);
    console.log(
      `${cpus().length} cores, Node ${process.versions.node}, ${ROUNDS} rounds of ${CREATES} creates each way\n`,
    );
    console.log(
      '| create | at once | p50 without, ms | p50 with, ms | ratio | p95 without, ms | p95 with, ms | ratio |\n|---|---|---|---|---|---|---|---|',
    );
    for (const [kind, { path, table, body }] of Object.entries(kinds)) {
      for (const atOnce of [1, 8])
        console.log(
          row(
            kind,
            atOnce,
            await compare({ source, table, atOnce, create: (number) => post(base + path, cookie, body(number)) }),
          ),
        );
    }
  } finally {
    child.kill();
  }
});

async function startServer(url) {
  const child = spawn(process.execPath, [join(root, 'backend/dist/main.js')], {
    env: { ...process.env, DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server did not start.')));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const found = /ready at http:\/\/localhost:(\d+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  return { child, base: `http://127.0.0.1:${port}` };
}

async function signIn(base) {
  const response = await fetch(`${base}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'bench@shop.example', password: 'secret password' }),
  });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function post(address, cookie, body) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`${response.status} from ${address}`);
}

/** Rounds with and without in turn, each first as often as second; the first of each warms up and does not count. */
async function compare({ source, table, atOnce, create }) {
  const times = { with: [], without: [] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const way of round % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      for (const trigger of ['changes', 'version'])
        await source.query(`ALTER TABLE ${table} ${way === 'with' ? 'ENABLE' : 'DISABLE'} TRIGGER ${table}_${trigger}`);
      const taken = await creates(atOnce, create);
      if (round >= 0) times[way].push(...taken);
    }
  }
  return times;
}

async function creates(atOnce, create) {
  const taken = [];
  let left = CREATES;
  const work = async () => {
    while (left-- > 0) {
      const started = performance.now();
      await create(++number);
      taken.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return taken;
}

function row(kind, atOnce, times) {
  const cells = [0.5, 0.95].flatMap((share) => {
    const [without, withLog] = [percentile(times.without, share), percentile(times.with, share)];
    return [without.toFixed(2), withLog.toFixed(2), (withLog / without).toFixed(2)];
  });
  return `| ${[kind, atOnce, ...cells].join(' | ')} |`;
}

function percentile(values, share) {
  return values.sort((a, b) => a - b)[Math.floor(values.length * share)];
}
