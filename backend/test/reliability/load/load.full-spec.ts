import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../support/api';
import { startProcess, type AppProcess } from '../../support/processes/app-process';
import { cloneDatabase } from '../../support/database';
import { buildDataUrl, buildPhoto, buildProduct } from '../../support/factories';
import { report, seededFault } from '../reliability-config';
import { residentMegabytes } from '../../support/processes/memory';
import { LatencyProbe } from './latency-probe';

const HALF_OPEN = 5000;
/** How much slower others may become, and what is too quick to be measured; how much memory and time the storm may cost. */
const TIMES = 3;
const FLOOR_MS = 15;
const STORM_MB = 150;
const ALL_CUT_S = 25;

let app: AppProcess;
let api: Api;
let probe: LatencyProbe;

async function start(mutant?: string): Promise<LatencyProbe> {
  app = await startProcess({ env: { DATABASE_URL: await cloneDatabase(), LOG_LEVEL: 'error' }, mutant });
  await app.ready;
  api = new Api(app.url);
  await api.post('/api/register', { email: 'anna@shop.example', password: 'secret password' });
  await api.post('/api/products', buildProduct());
  probe = new LatencyProbe(`${app.url}/api/products?limit=20&images=url`, api.cookie);
  await sleep(2000);
  probe.take();
  await sleep(8000);
  return probe;
}
afterEach(async () => {
  await probe.stop();
  app.child.kill('SIGKILL');
});

function limitFor(quiet: number): number {
  return TIMES * Math.max(quiet, FLOOR_MS / TIMES);
}

/** Opens connections that send a part of a request and then nothing; resolves with the seconds after which all were cut. */
async function storm(connections: number): Promise<number> {
  const start = Date.now();
  const sockets: Socket[] = [];
  for (let n = 0; n < connections; n++) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined).on('data', () => undefined);
    socket.write(
      n % 10 === 0
        ? 'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nX: '
        : 'GET /api/products HTTP/1.1\r\nHost: localhost\r\nX-A: ',
    );
    sockets.push(socket);
    if (n % 100 === 0) await sleep(5);
  }
  while (sockets.some(({ destroyed }) => !destroyed) && Date.now() - start < 60_000) await sleep(100);
  for (const socket of sockets) socket.destroy();
  return (Date.now() - start) / 1000;
}

async function checkStorm(): Promise<string> {
  const quiet = probe.take();
  const before = residentMegabytes(app.child.pid!);
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(app.child.pid!))), 200);
  const seconds = await storm(HALF_OPEN);
  clearInterval(watch);
  const during = probe.take();
  const text = `${HALF_OPEN} half-open connections: p99 of others ${during.p99.toFixed(1)} ms, quiet ${quiet.p99.toFixed(1)} ms (${during.asked} requests); ${(most - before).toFixed(0)} MB more; all cut after ${seconds.toFixed(1)} s`;
  if (during.p99 > limitFor(quiet.p99) || seconds > ALL_CUT_S || most - before > STORM_MB) throw new Error(text);
  return text;
}

it('G14: half-open connections do not disturb others', async () => {
  probe = await start();
  report('G14', await checkStorm());
}, 120_000);

seededFault(
  'G14',
  'a server that waits for ever',
  async () => {
    probe = await start('waits-for-slow-senders');
    await expect(checkStorm()).rejects.toThrow(/all cut after [3-9]\d/);
  },
  180_000,
);

type Requests = (() => Promise<unknown>)[];

/** What costs a server most and anybody can send. */
function worstOfStrangers(): Requests {
  const client = new Api(app.url);
  const raw = (body: string) => () =>
    client.post('/api/login', undefined, { raw: body, headers: { 'Content-Type': 'application/json' } });
  return [
    raw('['.repeat(16_000)),
    raw(`{"email":"${'a@'.repeat(7000)}"}`),
    raw('"'.repeat(16_000)),
    raw('x'.repeat(1_000_000)),
    () => client.get(`/${'a/'.repeat(7000)}`),
    () => client.get(`/api/${'%2e%2e%2f'.repeat(800)}`),
    () => client.get('/api/user', { headers: { Cookie: `sid=s%3A${'a'.repeat(7000)}` } }),
    () => client.get('/api/user', { headers: { Cookie: 'a=b; '.repeat(2000) } }),
    () => client.post('/api/login', { email: 'nobody@shop.example', password: 'x'.repeat(1000) }),
    () => client.get(`/auth?${'a=b&'.repeat(3000)}`),
  ];
}

/** What costs a server most and only staff can send: large, deep, wide, and odd. */
async function worstOfStaff(): Promise<Requests> {
  const raw = (path: string, text: string) => {
    const body = Buffer.from(text);
    return () =>
      fetch(app.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: api.cookie },
        body,
      }).then((answer) => answer.bytes());
  };
  const get = (path: string) => () =>
    fetch(app.url + path, { headers: { Cookie: api.cookie } }).then((answer) => answer.bytes());
  const [image, photo] = await Promise.all([buildDataUrl({ width: 1600, height: 1200 }), buildPhoto()]);
  const full = (): string => JSON.stringify(buildProduct({ images: Array.from({ length: 6 }, () => photo) }));
  await raw('/api/products', full())();
  const noise = `data:image/png;base64,${'A'.repeat(6_900_000)}`;
  const wide = `{"extraFields":{${Array.from({ length: 1900 }, (_, n) => `"k${n}":"${n}"`).join()}}}`;
  return [
    raw('/api/products', '['.repeat(200_000)),
    raw('/api/products', wide),
    raw('/api/products', JSON.stringify(buildProduct({ description: '\\"'.repeat(9_000) }))),
    raw('/api/products', JSON.stringify(buildProduct({ images: Array.from({ length: 6 }, () => noise) }))),
    raw('/api/products', JSON.stringify(buildProduct({ images: Array.from({ length: 6 }, () => image) }))),
    raw('/api/products', full()),
    raw(
      '/api/problems',
      JSON.stringify({ title: 'a', description: 'a', images: Array.from({ length: 6 }, () => photo) }),
    ),
    raw('/api/products', `"${'x'.repeat(47_000_000)}"`),
    raw('/api/problems', JSON.stringify({ title: 'a', description: `${'é'.repeat(19_000)}` })),
    get(`/api/products/search?q=${encodeURIComponent('a '.repeat(99))}`),
    get(`/api/products/search?q=${'%25'.repeat(200)}`),
    get(`/api/products/search?${'q=a&'.repeat(3000)}`),
    get('/api/products/2'),
    get('/api/products'),
    get('/api/changes?limit=200'),
  ];
}

/** Sends a hundred of them one after the other. */
async function checkWorst(worst: Requests, limit: (quiet: number) => number): Promise<string> {
  const quiet = probe.take();
  const before = residentMegabytes(app.child.pid!);
  let most = 0;
  let asked = 0;
  const slow: { name: number; ms: number }[] = [];
  for (let round = 0; round < 10; round++) {
    for (const [name, request] of worst.entries()) {
      const start = performance.now();
      await request().catch(() => undefined);
      slow.push({ name, ms: performance.now() - start });
      most = Math.max(most, residentMegabytes(app.child.pid!));
      asked++;
      await sleep(50);
    }
  }
  const during = probe.take();
  slow.sort((a, b) => b.ms - a.ms);
  const text = `${asked} worst requests: p99 of others ${during.p99.toFixed(1)} ms, quiet ${quiet.p99.toFixed(1)} ms (${during.asked} requests); ${(most - before).toFixed(0)} MB more; slowest no. ${slow[0].name}, ${slow[0].ms.toFixed(0)} ms`;
  if (during.p99 > limit(quiet.p99)) throw new Error(text);
  return text;
}

it('G15: the worst that anybody can send does not disturb others', async () => {
  probe = await start();
  report('G15', `of strangers, ${await checkWorst(worstOfStrangers(), limitFor)}`);
}, 180_000);

it('G15: the worst that staff can send does not disturb others', async () => {
  probe = await start();
  report('G15', `of staff, ${await checkWorst(await worstOfStaff(), limitFor)}`);
}, 180_000);

seededFault(
  'G15',
  'work that is done in one go',
  async () => {
    probe = await start('hashes-on-main-thread');
    await expect(checkWorst(worstOfStrangers(), limitFor)).rejects.toThrow(/p99 of others/);
  },
  180_000,
);
