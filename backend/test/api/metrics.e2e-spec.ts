import { readdirSync, readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import parse, { type Family } from 'parse-prometheus-text-format';
import { Api } from '../support/api';
import { startApp, type TestApp } from '../support/app';
import { cloneDatabase } from '../support/database';
import { EventStream } from '../support/event-stream';
import { startLoadBalancer } from '../support/processes/load-balancer';
import { FlakyProxy } from '../reliability/outages/flaky-proxy';
import { ServerProcess } from '../support/processes/server-process';
import { root } from '../support/paths';

const METRICS_TOKEN = 'the-token-of-the-scraper';
const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function start(env: Parameters<typeof startApp>[0] = {}): Promise<TestApp> {
  const test = await startApp(env);
  test.quiet();
  opened.push(test);
  return test;
}

/** What is answered to a request as it is: `fetch` would not send another `Host`. */
function statusOf(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) =>
    send(`${url}/metrics`, { method, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(),
  );
}

async function readText(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  return answer.text();
}

async function read(url: string): Promise<Family[]> {
  return parse(await readText(url));
}

/** A number without labels. */
function valueOf(families: Family[], name: string): number | undefined {
  const value = families.find((family) => family.name === name)?.metrics[0]?.value;
  return value === undefined ? undefined : Number(value);
}

describe('GET /metrics', () => {
  it('is for this machine, and for nobody who comes through a proxy', async () => {
    const { url } = await start();
    expect([
      await statusOf(url),
      await statusOf(url, {}, 'HEAD'),
      await statusOf(url.replace('127.0.0.1', 'localhost')),
    ]).toEqual([200, 200, 200]);
    const through: Record<string, string>[] = [
      { 'X-Forwarded-For': '203.0.113.9' },
      { Forwarded: 'for=203.0.113.9' },
      { Via: '1.1 proxy' },
      { 'X-Real-IP': '203.0.113.9' },
      { Host: 'shop.example' },
      { Host: '203.0.113.9:3000' },
    ];
    for (const headers of through) {
      expect([headers, await statusOf(url, headers)]).toEqual([headers, 404]);
    }
    expect(await statusOf(url, {}, 'POST')).toBe(404);
    expect(await statusOf((await start({ TRUST_PROXY: 1 })).url)).toBe(404);
  });

  it('is for those who have the token', async () => {
    const { url } = await start({ TRUST_PROXY: 1, METRICS_TOKEN });
    for (const Authorization of ['', 'Bearer', `Bearer ${METRICS_TOKEN}s`, `Basic ${METRICS_TOKEN}`])
      expect([Authorization, await statusOf(url, { Authorization })]).toEqual([Authorization, 401]);
    expect((await fetch(`${url}/metrics`)).headers.get('www-authenticate')).toBe('Bearer');
    expect(await statusOf(url, { Authorization: `Bearer ${METRICS_TOKEN}`, 'X-Forwarded-For': '203.0.113.9' })).toBe(
      200,
    );
  });

  it('is there while the database is away, without what only the database knows', async () => {
    const proxy = new FlakyProxy(new URL(await cloneDatabase()));
    const { url } = await start({ DATABASE_URL: await proxy.open() });
    proxy.close();
    while ((await fetch(`${url}/readyz`)).status === 200) await new Promise((resolve) => setTimeout(resolve, 20));
    const away = await read(url);
    expect([
      valueOf(away, 'crm_ready'),
      valueOf(away, 'crm_database_webhook_deliveries_due'),
      valueOf(away, 'crm_pool_waiting'),
    ]).toEqual([0, undefined, 0]);
  });

  it('tells of streams, and that they are up to date', async () => {
    const test = await start();
    const api = await test.signedIn();
    const stream = EventStream.open(api);
    await stream.until(() => stream.events.length > 0);
    await api.post('/api/problems', { title: 'Title', description: 'Text' });
    await stream.until(() => stream.of('change').length > 0);
    const families = await read(test.url);
    expect([
      valueOf(families, 'crm_ready'),
      valueOf(families, 'crm_event_connections'),
      valueOf(families, 'crm_event_lag_changes'),
      valueOf(families, 'crm_database_webhook_deliveries_due'),
    ]).toEqual([1, 1, 0, 0]);
    stream.close();
  });

  it('counts as unknown what a budget of its user refuses', async () => {
    const test = await start({ MAX_REQUESTS_PER_USER: 1 });
    const api = await test.signedIn();
    const stream = EventStream.open(api);
    await stream.until(() => stream.of('ready').length > 0);
    expect((await api.get('/api/problems')).status).toBe(429);
    const refused = (await readText(test.url)).match(/^http_requests_total\{.*status="429".*$/gm);
    expect(refused).toEqual(['http_requests_total{operation="unknown",status="429"} 1']);
    stream.close();
  });

  it('has a help and a type for everything, and everything that deploy/prometheus and deploy/grafana name', async () => {
    const families = await read((await start()).url);
    for (const { name, help, type } of families)
      expect([name, help, type]).toEqual([
        name,
        expect.stringMatching(/\w/),
        expect.stringMatching(/^(COUNTER|GAUGE|HISTOGRAM)$/),
      ]);
    const known = families.map(({ name }) => name);
    expect(
      [...namedIn('deploy/prometheus'), ...namedIn('deploy/grafana'), ...namedIn('docs/metrics.md')].filter(
        (name) => !known.includes(name),
      ),
    ).toEqual([]);
    expect(known.filter((name) => name.startsWith('crm_') && !namedIn('docs/metrics.md').includes(name))).toEqual([]);
  });
});

/** The metrics of ours and of Node that a file or the files of a folder speak of. */
function namedIn(path: string): string[] {
  const place = join(root, path);
  const files = /\.\w+$/.test(path) ? [place] : readdirSync(place).map((file) => join(place, file));
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:crm|http|nodejs|process)_\w*[a-z\d]\b/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  );
  expect(names.length).toBeGreaterThan(0);
  return [...new Set(names)];
}

describe('a load over two processes', () => {
  const account = { email: 'staff@metrics.example', password: 'secret password' };
  const json = { 'Content-Type': 'application/json' };

  /** What was sent, by operation and status. */
  const sent: Record<string, number> = {};

  /** Requests of every sort, also ones that no route has seen. */
  function requests(cookie: string): [operation: string, path: string, init: RequestInit][] {
    const thread = JSON.stringify({ title: 'Title', description: 'Text' });
    return [
      ['listProblems', '/api/problems?limit=1', {}],
      ['listProblems', '/api/problems?limit=1', { method: 'HEAD' }],
      ['searchProblems', '/api/problems/search?q=a', {}],
      ['readProblem', '/api/problems/1', {}],
      ['page', '/API/problems/999/', {}],
      ['createProblem', '/api/problems', { method: 'POST', headers: json, body: thread }],
      ['createProblem', '/api/problems', { method: 'POST', headers: json, body: '{}' }],
      ['unknown', '/api/problems', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: thread }],
      [
        'unknown',
        '/api/problems',
        { method: 'POST', headers: { ...json, Origin: 'https://evil.example' }, body: thread },
      ],
      ['deleteProblem', '/api/problems/999', { method: 'DELETE' }],
      [
        'login',
        '/api/login',
        { method: 'POST', headers: json, body: JSON.stringify({ ...account, email: 'nobody@metrics.example' }) },
      ],
      ['readStatistics', '/api/statistics', {}],
      ['unknown', '/api/nothing/at/all', {}],
      ['page', '/products', {}],
      ['page', '/docs-json', {}],
    ].map(
      ([operation, path, init]) =>
        [
          operation,
          path,
          { ...(init as RequestInit), headers: { Cookie: cookie, ...(init as RequestInit).headers } },
        ] as [string, string, RequestInit],
    );
  }

  async function load(url: string, cookie: string): Promise<void> {
    for (const [operation, path, init] of requests(cookie)) {
      const answer = await fetch(url + path, init);
      await answer.arrayBuffer();
      const key = `${operation} ${answer.status}`;
      sent[key] = (sent[key] ?? 0) + 1;
    }
  }

  /** What all processes have counted together. */
  async function counted(urls: string[]): Promise<{ requests: Record<string, number>; durations: number }> {
    const texts = await Promise.all(urls.map(readText));
    const families = texts.flatMap(parse);
    const found: Record<string, number> = {};
    for (const { labels, value } of families
      .filter(({ name }) => name === 'http_requests_total')
      .flatMap(({ metrics }) => metrics)) {
      const key = `${labels?.operation} ${labels?.status}`;
      found[key] = (found[key] ?? 0) + Number(value);
    }
    // The parser does not tell the labels of histograms apart.
    const durations = texts
      .flatMap((text) => [...text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)])
      .reduce((sum, [, times]) => sum + Number(times), 0);
    return { requests: found, durations };
  }

  it('is what they have counted together, by operation and status', async () => {
    const database = await cloneDatabase();
    const servers = await Promise.all([ServerProcess.start(database), ServerProcess.start(database)]);
    opened.push(...servers.map((server) => ({ close: () => server.kill() })));
    const urls = servers.map(({ url }) => url);
    const balancer = await startLoadBalancer(urls);
    opened.push(balancer);
    const api = new Api(balancer.url);
    await api.post('/api/register', account);
    sent['register 201'] = 1;
    await Promise.all([1, 2, 3, 4].map(() => load(balancer.url, api.cookie)));
    const sum = Object.values(sent).reduce((total, times) => total + times, 0);
    expect(sum).toBe(61);
    // A request is counted when its answer is out, which may be a moment after it has arrived.
    for (let tries = 0; tries < 40 && (await counted(urls)).durations < sum; tries++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    const all = await counted(urls);
    expect(all.requests).toEqual(sent);
    expect(all.durations).toBe(sum);
    for (const url of urls) expect(Object.keys((await counted([url])).requests).length).toBeGreaterThan(5);
  }, 60_000);
});
