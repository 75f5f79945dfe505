import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionCookie } from '../../support/api';
import { startProcess, type AppProcess } from '../../support/processes/app-process';
import { cloneDatabase } from '../../support/database';
import { FlakyProxy } from './flaky-proxy';
import { count, report, seededFault } from '../reliability-config';

/** An answer to anything may take so long, and all must be well so long after the database is back; ms. */
const LONGEST = 2500;
// The short form runs next to other work, which takes the processor for seconds: the full one keeps the time.
const RECOVERY = count(20_000, 3000);
/** Several times what the database may say nothing for; ms. */
const HELD_MS = 5000;
const KINDS = ['refused', 'silent', 'broken'] as const;
type Kind = (typeof KINDS)[number];

interface Seen {
  path: string;
  status: number;
  ms: number;
  at: number;
  retryAfter: string | null;
}

let proxy: FlakyProxy;
let databaseUrl: string;
let app: AppProcess;

beforeAll(async () => {
  proxy = new FlakyProxy(new URL(await cloneDatabase()));
  databaseUrl = await proxy.open();
});
afterEach(() => app.stop());
afterAll(() => proxy.close());

async function isReady(within = 10_000): Promise<number> {
  const start = Date.now();
  while ((await fetch(`${app.url}/readyz`).catch(() => undefined))?.status !== 200) {
    if (Date.now() - start > within) throw new Error(`not ready within ${within} ms: ${app.said.join('\n')}`);
    await sleep(25);
  }
  return Date.now() - start;
}

async function ask(path: string, init: RequestInit): Promise<Seen & { body: any }> {
  const start = Date.now();
  try {
    const answer = await fetch(app.url + path, { ...init, signal: AbortSignal.timeout(2 * LONGEST) });
    const body = await answer.json().catch(() => undefined);
    return {
      path,
      status: answer.status,
      ms: Date.now() - start,
      at: start,
      retryAfter: answer.headers.get('retry-after'),
      body,
    };
  } catch {
    return { path, status: 0, ms: Date.now() - start, at: start, retryAfter: null, body: undefined };
  }
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${app.url}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@shop.example`, password: 'secret password' }),
  });
  return sessionCookie(answer) ?? '';
}

/** Staff at work: readers, and writers who repeat what was not answered, with the same key, until it is. */
class Staff {
  readonly seen: Seen[] = [];
  readonly written = new Set<number>();
  readonly heard = new Set<number>();
  private readonly waiting = new Set<number>();
  private working = true;
  private readonly gone = new AbortController();
  private work: Promise<unknown> = Promise.resolve();

  constructor(readonly cookie: string) {}

  async start(): Promise<void> {
    const headers = { Cookie: this.cookie };
    await this.listen();
    this.work = Promise.all([
      ...['/api/products', '/api/statistics', '/api/user'].map((path) => this.loop(() => this.ask(path, { headers }))),
      ...[1, 2, 3].map(() => this.loop(() => this.write())),
    ]);
  }

  async stop(): Promise<void> {
    this.working = false;
    await this.work;
  }

  /** Waits until the stream has told of all that was written, then hangs up. */
  async hearAll(): Promise<void> {
    for (let look = 0; look < 100 && ![...this.written].every((id) => this.heard.has(id)); look++) await sleep(50);
    this.gone.abort();
  }

  private async loop(task: () => Promise<unknown>): Promise<void> {
    for (; this.working; await sleep(20)) await task();
  }

  private async ask(path: string, init: RequestInit): Promise<Seen & { body: any }> {
    const start = Date.now() + Math.random();
    this.waiting.add(start);
    const answer = await ask(path, init);
    this.waiting.delete(start);
    this.seen.push(answer);
    return answer;
  }

  /** How long the longest has been waiting for an answer, ms. */
  get longestWait(): number {
    return Math.max(0, ...[...this.waiting].map((start) => Date.now() - start));
  }

  private async write(): Promise<void> {
    const headers = { Cookie: this.cookie, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    for (;;) {
      const { status, body } = await this.ask('/api/problems', {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: 'Title', description: 'Text' }),
      });
      if (status === 201) return void this.written.add(body.id);
      if (!this.working && status !== 503) return;
      await sleep(20);
    }
  }

  /** One stream for the whole time. */
  private async listen(): Promise<void> {
    const { body } = await fetch(`${app.url}/api/events`, {
      headers: { Cookie: this.cookie },
      signal: this.gone.signal,
    });
    const read = async (): Promise<void> => {
      let text = '';
      for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(bytes).toString();
        for (const [, id] of text.matchAll(/"recordId":(\d+)/g)) this.heard.add(Number(id));
        text = text.slice(-5000);
      }
    };
    void read().catch(() => undefined);
  }
}

/** Takes the database away under load, gives it back, and throws at the first promise that is broken. */
async function outage(kind: Kind, staff: Staff): Promise<{ slowest: number; recovery: number; refused: number }> {
  const first = staff.seen.length;
  await sleep(200);
  if (kind === 'refused') proxy.close();
  else if (kind === 'silent') proxy.fallSilent();
  else proxy.breakAnswers();
  await sleep((kind === 'silent' ? 1900 : 600) + Math.random() * count(100, 1000));
  const health = await Promise.all(['/healthz', '/readyz'].map((path) => ask(path, {})));
  await proxy.open();
  const back = Date.now();
  const isTroubled = (): boolean =>
    staff.longestWait > 400 || staff.seen.slice(-4).some(({ status }) => status === 503);
  while (Date.now() < back + RECOVERY + 300 && (Date.now() < back + count(800, RECOVERY) || isTroubled()))
    await sleep(50);
  if (staff.longestWait > LONGEST) throw new Error(`${kind}: a request took ${staff.longestWait} ms and more`);
  const seen = staff.seen.slice(first);
  if (health.map(({ status }) => status).join() !== '200,503')
    throw new Error(`/healthz and /readyz answered ${health.map(({ status }) => status).join(' and ')}`);
  if (app.child.exitCode !== null) throw new Error('the process has ended');
  for (const { path, status, ms, at, retryAfter } of seen) {
    if (ms > LONGEST) throw new Error(`${kind}: ${path} took ${ms} ms`);
    if (![200, 201, 503].includes(status) || (status === 503 && retryAfter !== '1'))
      throw new Error(`${kind}: ${path} answered ${status}, Retry-After ${retryAfter}`);
    if (status === 503 && at > back + RECOVERY)
      throw new Error(`${kind}: ${path} is still 503 ${at - back} ms after the database is back`);
  }
  const refused = seen.filter(({ status }) => status === 503);
  if (refused.length === 0) throw new Error(`${kind}: nobody has noticed it`);
  return {
    slowest: Math.max(...seen.map(({ ms }) => ms)),
    recovery: Math.max(0, ...refused.map(({ at, ms }) => at + ms - back)),
    refused: refused.length,
  };
}

it('listens without the database, says so, and serves as soon as it is there', async () => {
  proxy.close();
  app = await startProcess({ env: { DATABASE_URL: databaseUrl } });
  while ((await ask('/healthz', {})).status !== 200) await sleep(50);
  expect((await ask('/readyz', {})).status).toBe(503);
  const answer = await ask('/api/user', {});
  expect([answer.status, answer.retryAfter, answer.body.message]).toEqual([
    503,
    '1',
    'The database is away for a moment. Please try again',
  ]);
  expect(app.said.filter((line) => line.includes('is ready at'))).toEqual([]);
  await proxy.open();
  expect(await isReady()).toBeLessThan(RECOVERY);
  expect((await ask('/api/user', {})).status).toBe(401);
  await app.ready;
}, 60_000);

const rounds = count(3, 30);
it(
  `G9: ${rounds} outages under load`,
  async () => {
    app = await startProcess({ env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' } });
    await app.ready;
    const staff = new Staff(await signIn());
    await staff.start();
    const results: Awaited<ReturnType<typeof outage>>[] = [];
    for (let round = 0; round < rounds; round++) results.push(await outage(KINDS[round % KINDS.length], staff));
    await staff.stop();
    await staff.hearAll();
    const stored = (await ask('/api/statistics', { headers: { Cookie: staff.cookie } })).body.problems;
    const worst = (key: 'slowest' | 'recovery'): number => Math.max(...results.map((result) => result[key]));
    report(
      'G9',
      `${rounds} outages, ${staff.seen.length} requests, ${results.reduce((sum, { refused }) => sum + refused, 0)} of them 503; slowest ${worst('slowest')} ms, longest recovery ${worst('recovery')} ms; ${staff.written.size} records written once each and heard of on one stream`,
    );
    expect(stored).toBe(staff.written.size);
    expect([...staff.written].filter((id) => !staff.heard.has(id))).toEqual([]);
    expect(app.child.exitCode).toBeNull();
    expect(await app.stop()).toBe(0);
  },
  60_000 + rounds * count(30_000, 10_000),
);

it('keeps a database that answers staff, however late the answer to a heartbeat is, and gives it up when all is silent', async () => {
  app = await startProcess({ env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' } });
  await app.ready;
  const staff = new Staff(await signIn());
  await staff.start();
  proxy.holdHeartbeat();
  await sleep(HELD_MS);
  expect(staff.seen.length).toBeGreaterThan(50);
  expect(new Set(staff.seen.map(({ status }) => status))).toEqual(new Set([200, 201]));
  proxy.fallSilent();
  await sleep(LONGEST);
  expect((await ask('/readyz', {})).status).toBe(503);
  await proxy.open();
  await isReady(RECOVERY);
  await staff.stop();
}, 60_000);

seededFault(
  'G9',
  'a database that falls silent and is not given up',
  async () => {
    app = await startProcess({
      env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
      mutant: 'keeps-silent-connections',
    });
    await app.ready;
    const staff = new Staff(await signIn());
    await staff.start();
    await expect(outage('silent', staff)).rejects.toThrow(/silent: .* took [\d.]+ ms/);
    app.child.kill('SIGKILL');
    await staff.stop();
  },
  60_000,
);
