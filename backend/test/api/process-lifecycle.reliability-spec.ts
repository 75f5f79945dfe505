import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { sessionCookie } from '../support/api';
import { startProcess, type AppProcess } from '../support/processes/app-process';
import { startApp, type TestApp } from '../support/app';
import { cloneDatabase } from '../support/database';

describe('health', () => {
  let test: TestApp;
  beforeAll(async () => (test = await startApp()));
  afterAll(() => test.close());

  it.each(['/healthz', '/readyz'])('%s is 200 without a session, never kept, never a page', async (path) => {
    const answer = await fetch(test.url + path);
    expect([answer.status, await answer.json(), answer.headers.get('cache-control')]).toEqual([
      200,
      { status: 'ok' },
      'no-store',
    ]);
    expect((await fetch(test.url + path, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(test.url + path, { method: 'POST' })).status).toBe(404);
  });

  it('asks the database nothing for a probe', async () => {
    const queries = async (): Promise<number> =>
      Number(
        (
          await test.source.query(
            'SELECT sum(calls) AS n FROM (SELECT xact_commit AS calls FROM pg_stat_database WHERE datname = current_database()) AS one',
          )
        )[0].n,
      );
    const before = await queries();
    for (let probe = 0; probe < 300; probe++) await fetch(`${test.url}/readyz`);
    await sleep(1200);
    expect((await queries()) - before).toBeLessThan(60);
  });
});

describe('a process', () => {
  jest.setTimeout(60_000);
  let app: AppProcess;
  let cookie: string;
  const headers = (): Record<string, string> => ({ Cookie: cookie });

  async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    app = await startProcess({ env: { DATABASE_URL: await cloneDatabase(), ...env } });
    await app.ready;
    const body = JSON.stringify({ email: 'anna@shop.example', password: 'secret password' });
    const answer = await fetch(`${app.url}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    cookie = sessionCookie(answer) ?? '';
  }
  afterEach(() => app.child.kill('SIGKILL'));

  it('writes nothing but JSON from its first line on, where the log is JSON', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-lines-'));
    // Under root, PostgreSQL runs as another account.
    chmodSync(folder, 0o755);
    app = await startProcess({ env: { DATA_DIR: join(folder, 'data') } });
    await app.ready;
    await app.stop();
    const lines = app.said.map((line) => JSON.parse(line) as { msg: string; context: string });
    expect(lines.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Creating the database'),
        expect.stringContaining('Ecom CRM Platform is ready at http://'),
      ]),
    );
    rmSync(folder, { recursive: true });
  });

  it('says at once that its port is taken, before it makes a database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const folder = join(tmpdir(), `port-taken-${process.pid}`);
    app = await startProcess({ env: { DATA_DIR: folder, PORT: String(port) } });
    expect(await app.ended).toBe(1);
    expect(app.said).toEqual([
      `The port ${port} is in use. Stop what listens there, or choose another with PORT=3001.`,
    ]);
    expect(existsSync(folder)).toBe(false);
    other.close();
  });

  it('opens its port when it can answer, since not every balancer asks', async () => {
    const url = await cloneDatabase();
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE migrations');
    app = await startProcess({ env: { DATABASE_URL: url } });
    while (
      (
        await holder.query(
          'SELECT FROM pg_locks JOIN pg_database AS d ON d.oid = database WHERE NOT granted AND datname = current_database()',
        )
      ).rowCount === 0
    )
      await sleep(10);
    await sleep(500);
    await expect(fetch(`${app.url}/readyz`)).rejects.toThrow();
    await holder.end();
    await app.ready;
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });

  it('is told to stop: it says so first, finishes what is under way, ends streams, and logs what it did without secrets', async () => {
    await start({ STOP_DELAY: '1', LOG_LEVEL: 'log' });
    const { cursor } = (await (await fetch(`${app.url}/api/changes`, { headers: headers() })).json()) as {
      cursor: string;
    };
    const stream = await fetch(`${app.url}/api/events`, { headers: headers() });
    const waiting = fetch(`${app.url}/api/changes?wait=30&after=${cursor}`, { headers: headers() });
    await sleep(100);
    const ended = app.stop();
    await sleep(300);
    const ready = await fetch(`${app.url}/readyz`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${app.url}/api/products/search?q=brake`, { headers: headers() })).status).toBe(200);
    await stream.text();
    // Else a proxy would use their connections once more, just when they are closed.
    expect([stream, await waiting].map((answer) => [answer.status, answer.headers.get('connection')])).toEqual([
      [200, 'close'],
      [200, 'close'],
    ]);
    expect(await ended).toBe(0);
    const lines = app.said
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'GET /api/products/search?q',
        status: 200,
        userId: 1,
        requestId: expect.any(String),
        ms: expect.any(Number),
      }),
    );
    expect(app.said.join()).not.toMatch(/secret password|brake|sid=/);
  });

  it('answers who had connected just before and has not asked yet, as a proxy does all the time', async () => {
    await start();
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    await sleep(50);
    const ended = app.stop();
    await sleep(200);
    socket.write(`GET /api/user HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
    let answer = '';
    for await (const bytes of socket) answer += String(bytes);
    expect(answer).toMatch(/^HTTP\/1.1 200 .*^Connection: close/ms);
    expect(await ended).toBe(0);
  });

  it('ends at once when it is told a second time', async () => {
    await start({ STOP_DELAY: '30' });
    app.child.kill('SIGINT');
    await sleep(1200);
    expect(app.child.exitCode).toBeNull();
    app.child.kill('SIGINT');
    expect(await app.ended).toBe(1);
  });
});
