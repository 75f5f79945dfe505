import { connect, constants } from 'node:http2';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { seeded } from '../../../src/platform/demo/random';
import { buildBeforeNewest } from './previous-build';
import { startDeployedBalancer, type DeployedBalancer, type BalancerName } from './deployed-balancer';
import { Listener } from './event-listener';
import { AppProcesses, type Restart } from './app-processes';
import { Traffic } from './traffic';
import { HttpsClient } from './https-client';
import { cloneDatabase } from '../../support/database';
import { count, newSeed, report, seededFault } from '../reliability-config';

/** Of all three processes, one after the other. */
const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? count(1, 10));
const REQUESTS = Number(process.env.ROLLING_REQUESTS ?? count(1_000, 100_000));
const UPGRADE_REQUESTS = Number(process.env.ROLLING_REQUESTS ?? count(1_000, 20_000));
const RATE = Number(process.env.ROLLING_RATE ?? count(60, 125));
const LISTENERS = 3;
/** How long the processes warm up, and how long the quiet before is measured then, ms; how much slower it may become. */
const WARM_UP = count(5_000, 20_000);
const BEFORE = count(10_000, 60_000);
const TIMES = 2;

jest.setTimeout(60 * 60_000);

let databaseUrl: string;
let replicas: AppProcesses | undefined;
let balancer: DeployedBalancer | undefined;
let visitor: HttpsClient;
let traffic: Traffic;
let listeners: Listener[] = [];

afterEach(async () => {
  for (const listener of listeners) listener.close();
  await traffic?.stop();
  visitor?.leave();
  await balancer?.stop();
  await replicas?.stop();
  balancer = replicas = undefined;
});

/** Three processes, a balancer, somebody who is signed in through it, and some who listen. */
async function begin(name: BalancerName, { database, main }: { database?: string; main?: string } = {}): Promise<void> {
  const seed = newSeed();
  listeners = [];
  databaseUrl = await cloneDatabase(database);
  replicas = await AppProcesses.start(3, { DATABASE_URL: databaseUrl }, main);
  balancer = await startDeployedBalancer(name, replicas.ports);
  visitor = new HttpsClient(balancer.url, balancer.certificate);
  traffic = new Traffic(visitor, seeded(seed));
  await visitor.ask('POST', '/api/register', { body: { email: 'anna@shop.example', password: 'secret password' } });
  for (let n = 0; n < LISTENERS; n++) listeners.push(new Listener(visitor));
  while (listeners.some(({ opened }) => opened === 0)) await sleep(50);
}

/** Throws unless everything was answered, was done once, and was heard of once on every stream. */
async function judge(): Promise<void> {
  await traffic.stop();
  if (traffic.failures.length > 0)
    throw new Error(
      `${traffic.failures.length} failed, such as ${[...new Set(traffic.failures.map((failure) => failure.replace(/\d+|"requestId.*/g, '')))].join('\n')}\n${replicas?.logged('warn').slice(-5).join('\n')}\n${balancer?.said()}`,
    );
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const {
    rows: [stored],
  } = await client.query<{ changes: number; problems: number }>(
    'SELECT (SELECT count(*)::integer FROM changes) AS changes, (SELECT count(*)::integer FROM problems) AS problems',
  );
  await client.end();
  expect(stored.problems).toBe(traffic.created);
  for (let look = 0; look < 100 && listeners.some(({ heard }) => heard.length < stored.changes); look++)
    await sleep(100);
  for (const { heard, refusals } of listeners)
    expect([heard.length, new Set(heard).size, refusals]).toEqual([stored.changes, stored.changes, []]);
  expect(replicas?.logged('error')).toEqual([]);
}

/** What restarts under load have cost: how long requests took before them, while a process went and came, and in between; ms. */
interface Course {
  before: number[];
  during: number[];
  between: number[];
  restarts: number;
  failedBefore: number;
}

/** Restarts the three processes, one after the other, so many times, evenly spread over so many requests. */
async function restartAll(rounds: number, requests: number, how?: Restart): Promise<Course> {
  traffic.start(RATE);
  await sleep(WARM_UP);
  traffic.take();
  await sleep(BEFORE);
  const course: Course = {
    before: traffic.take(),
    during: [],
    between: [],
    restarts: 3 * rounds,
    failedBefore: traffic.failures.length,
  };
  const asked = traffic.asked;
  for (let restart = 0; restart < course.restarts; restart++) {
    await untilAsked(asked + (restart * requests) / course.restarts);
    course.between.push(...traffic.take());
    await replicas?.restart(restart % 3, how);
    course.during.push(...traffic.take());
  }
  await untilAsked(asked + requests);
  course.between.push(...traffic.take());
  return course;
}

async function untilAsked(requests: number): Promise<void> {
  while (traffic.asked < requests) await sleep(20);
}

function p99(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

function sayOf({ before, during, between, restarts, failedBefore }: Course): string {
  const [p99Before, p99During, p99Between] = [before, during, between].map((times) => p99(times).toFixed(1));
  return `${restarts} restarts in ${traffic.asked} requests, ${traffic.failures.length} failed (${failedBefore} before the first); p99 ${p99Before} ms before, ${p99During} ms of ${during.length} while a process went and came, ${p99Between} ms between`;
}

/** Throws when the restarts were felt. */
function judgeTimes({ before, during }: Course): void {
  expect(p99(during)).toBeLessThan(TIMES * p99(before));
}

/** What is answered without HTTPS: `fetch` would not send another `Host`. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return answer.resume().statusCode;
}

async function overHttp2({ url, certificate }: DeployedBalancer): Promise<number> {
  const session = connect(url, { ca: certificate });
  const stream = session.request({ [constants.HTTP2_HEADER_PATH]: '/readyz' });
  const [headers] = (await once(stream, 'response')) as [Record<string, number>];
  session.destroy();
  return headers[constants.HTTP2_HEADER_STATUS];
}

describe.each(['nginx', 'haproxy'] as const)('behind %s', (name) => {
  it('knows who asks and how, and takes what the app takes', async () => {
    await begin(name);
    const { url, plainUrl } = balancer as DeployedBalancer;
    const redirect = await fetch(`${plainUrl}/products?q=a`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, `${url}/products?q=a`]);
    const elsewhere = { Host: 'evil.example' };
    expect((await visitor.ask('GET', '/auth', { headers: elsewhere })).status).toBe(421);
    expect(await statusOf(`${plainUrl}/auth`, elsewhere)).toBe(421);
    expect(visitor.cookie).toMatch(/^__Host-sid=/);
    expect(await overHttp2(balancer as DeployedBalancer)).toBe(200);
    const anna = { headers: { Origin: url } };
    expect((await visitor.ask('POST', '/api/updates', { ...anna, body: { title: 'a', content: 'a' } })).status).toBe(
      201,
    );
    expect(
      (
        await visitor.ask('POST', '/api/updates', {
          headers: { Origin: 'https://elsewhere.example' },
          body: { title: 'a', content: 'a' },
        })
      ).status,
    ).toBe(403);
    const image = `data:image/png;base64,${'A'.repeat(6_900_000)}`;
    const large = (images: number): Promise<number> =>
      visitor
        .ask('POST', '/api/problems', {
          body: { title: 'a', description: 'a', images: Array.from({ length: images }, () => image) },
        })
        .then(({ status }) => status);
    expect([await large(6), await large(8)]).toEqual([400, 413]);
    const csv = `SKU,Name\n${`a,${'x'.repeat(98_997)}\n`.repeat(1_000)}`;
    expect(
      (
        await visitor.ask('POST', '/api/product-imports', {
          body: csv,
          headers: { 'Content-Type': 'text/csv', 'Content-Length': String(csv.length) },
        })
      ).status,
    ).toBeLessThan(500);
    // Guesses are counted by the address that the load balancer sees, not by the one that the browser gives.
    const guess = (n: number) =>
      visitor.ask('POST', '/api/login', {
        body: { email: `${n}@shop.example`, password: 'wrong password' },
        headers: { 'X-Forwarded-For': `192.0.2.${n}` },
      });
    let guesses = 1;
    while (guesses < 120 && (await guess(guesses)).status !== 429) guesses++;
    expect(guesses).toBeLessThan(120);
    const started = Date.now();
    const { text } = await visitor.ask('GET', '/api/changes');
    const { cursor } = JSON.parse(text) as { cursor: string };
    expect((await visitor.ask('GET', `/api/changes?after=${cursor}&wait=30`)).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThan(29_000);
    await judge();
  });

  it(`G7: ${ROUNDS} rolling restarts`, async () => {
    await begin(name);
    const course = await restartAll(ROUNDS, REQUESTS);
    await traffic.stop();
    report(
      'G7',
      `${name}, 3 processes, ${sayOf(course)}; ${traffic.created} problems made once, ${listeners[0].heard.length} changes heard once on each of ${LISTENERS} streams, opened ${listeners[0].opened} times`,
    );
    await judge();
    judgeTimes(course);
  });
});

it('G7: from the build before the newest migration to this one', async () => {
  const old = buildBeforeNewest();
  try {
    await begin('haproxy', { database: 'template0', main: old.main });
    const course = await restartAll(1, UPGRADE_REQUESTS);
    await traffic.stop();
    report(
      'G7',
      `${old.commit} replaced by this build, process after process, ${old.behind} migrations: ${sayOf(course)}`,
    );
    await judge();
    judgeTimes(course);
  } finally {
    old.remove();
  }
});

seededFault(
  'G7',
  'processes that end without saying so',
  async () => {
    await begin('haproxy');
    traffic.start();
    for (let restart = 0; restart < 6; restart++) await replicas?.restart(restart % 3, { signal: 'SIGKILL' });
    await expect(judge()).rejects.toThrow();
    expect(traffic.failures.length).toBeGreaterThan(0);
  },
  5 * 60_000,
);

seededFault(
  'G7',
  'a start that takes every core, and is not gentle',
  async () => {
    await begin('haproxy');
    const course = await restartAll(1, 0, { gently: false, mutant: 'takes-all-cores-at-start' });
    process.stdout.write(`${sayOf(course)}\n`);
    expect(() => judgeTimes(course)).toThrow();
  },
  5 * 60_000,
);
