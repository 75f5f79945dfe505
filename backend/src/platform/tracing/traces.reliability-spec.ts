import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { Api } from '../../../test/support/api';
import { startProcess, type AppProcess } from '../../../test/support/processes/app-process';
import { TraceCollector } from '../../../test/support/trace-collector';
import { cloneDatabase } from '../../../test/support/database';
import { freePort } from '../embedded-postgres/server';

const account = { email: 'anna@traced.example', password: 'secret password' };
const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

const opened: { close(): Promise<unknown> | void }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function start(env: NodeJS.ProcessEnv): Promise<{ app: AppProcess; api: Api }> {
  const app = await startProcess({
    env: { DATABASE_URL: await cloneDatabase(), HOST: '127.0.0.1', OTEL_BSP_SCHEDULE_DELAY: '200', ...env },
  });
  opened.push({
    close: () => {
      app.child.kill('SIGKILL');
      return app.ended;
    },
  });
  await app.ready;
  return { app, api: new Api(app.url) };
}

async function startTraced(
  env: NodeJS.ProcessEnv = {},
): Promise<{ app: AppProcess; api: Api; collector: TraceCollector }> {
  const collector = await TraceCollector.start();
  opened.push(collector);
  return { ...(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })), collector };
}

it('tells of each request of the API by its operation, with its queries', async () => {
  const { api, collector } = await startTraced();
  await api.post('/api/register', account);
  const created = await api.post('/api/problems', {
    title: 'A title of Jane Doe',
    description: 'Jane, phone 555 0199',
  });
  const read = await api.get('/api/problems/1', { headers: { traceparent, tracestate: 'who=Jane' } });
  await api.get('/api/problems/search?q=Jane');
  await api.get('/api/problems/999');
  await fetch(`${api.url}/healthz`);
  await fetch(`${api.url}/`);

  const [create] = await collector.requests('createProblem', 1);
  expect(create.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': '201',
    'crm.request.id': created.headers.get('x-request-id'),
  });
  expect(create.parentSpanId || undefined).toBeUndefined();
  // That of the session comes before the body. A text that may name a product is looked up first.
  const texts = collector.queriesOf(create).map(({ attributes }) => attributes['db.query.text']);
  expect(texts[0]).toContain('FROM sessions');
  expect(texts.slice(1)).toContainEqual(expect.stringContaining('INSERT INTO'));
  const [one, missing] = await collector.requests('readProblem', 2);
  expect([one.traceId, one.parentSpanId, one.attributes['crm.request.id']]).toEqual([
    CALLER.traceId,
    CALLER.spanId,
    read.headers.get('x-request-id'),
  ]);
  expect([missing.attributes['http.response.status_code'], missing.status.code ?? 0]).toEqual(['404', 0]);
  const [search] = await collector.requests('searchProblems', 1);
  expect(new Set([create, one, missing, search].map(({ traceId }) => traceId)).size).toBe(4);
  for (const request of [create, one, missing, search])
    for (const query of collector.queriesOf(request))
      expect(query.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.text': expect.any(String) });
  // Every query is of a request, and nothing else is told.
  const requests = new Set(collector.spans.filter(({ kind }) => kind === 2).map(({ spanId }) => spanId));
  expect(collector.spans.filter(({ kind, parentSpanId }) => kind !== 2 && !requests.has(parentSpanId ?? ''))).toEqual(
    [],
  );
  expect([...new Set(collector.spans.filter(({ kind }) => kind === 2).map(({ name }) => name))].sort()).toEqual([
    'createProblem',
    'readProblem',
    'register',
    'searchProblems',
  ]);
  expect(collector.resource['service.name']).toBe('ecom-crm');
  expect(collector.text).not.toMatch(/Jane|phone|anna|traced\.example|password'|127\.0\.0\.1/);
});

/** A body that comes in two pieces, as one over a slow line does. */
function inPieces(text: string): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(text.slice(0, 10)));
      await new Promise((resolve) => setTimeout(resolve, 200));
      controller.enqueue(Buffer.from(text.slice(10)));
      controller.close();
    },
  });
}

it.each([
  ['createUpdate', '/api/updates', { title: 'a', content: 'b' }],
  ['createProblem', '/api/problems', { title: 'a', description: 'b' }],
])('knows whose queries they are when the body comes late: %s', async (operation, path, body) => {
  const { api, collector } = await startTraced();
  await api.post('/api/register', account);
  // `duplex` is not in the types yet.
  const options = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: api.cookie },
    body: inPieces(JSON.stringify(body)),
    duplex: 'half',
  };
  expect((await fetch(api.url + path, options as RequestInit)).status).toBe(201);
  const [request] = await collector.requests(operation, 1);
  const texts = collector.queriesOf(request).map(({ attributes }) => attributes['db.query.text']);
  expect(texts.slice(0, 2)).toEqual([expect.stringContaining('FROM sessions'), expect.stringContaining('INSERT INTO')]);
});

it('requests at the same time keep their queries apart', async () => {
  const { api, collector } = await startTraced({ OTEL_SERVICE_NAME: 'shop-7', SQL_COMMENTS: 'on' });
  await api.post('/api/register', account);
  await api.post('/api/problems', { title: 'a', description: 'b' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/api/problems/1')));
  const requests = await collector.requests('readProblem', 20);
  expect(requests.map(({ attributes }) => attributes['crm.request.id']).sort()).toEqual(
    answers.map(({ headers }) => headers.get('x-request-id')).sort(),
  );
  expect(requests.map((request) => collector.queriesOf(request).length)).toEqual(requests.map(() => 2));
  expect(collector.resource['service.name']).toBe('shop-7');
});

it('a query that fails says so by its code alone', async () => {
  const DATABASE_URL = await cloneDatabase();
  const { api, collector } = await startTraced({ DATABASE_URL });
  await api.post('/api/register', account);
  const other = new Client({ connectionString: DATABASE_URL });
  await other.connect();
  opened.push({ close: () => other.end() });
  await other.query('BEGIN; LOCK TABLE problems');
  expect((await api.get('/api/problems/1')).status).toBe(503);
  const [request] = await collector.requests('readProblem', 1);
  expect([request.status, request.attributes['http.response.status_code']]).toEqual([{ code: 2 }, '503']);
  const failed = collector.queriesOf(request).filter(({ status }) => status.code === 2);
  expect(failed.map(({ attributes }) => attributes['db.response.status_code'])).toEqual(['55P03']);
  expect(collector.text).not.toContain('canceling statement');
}, 60_000);

/** The packages of OpenTelemetry that a process loads with the app; the Prometheus client needs the API of its own accord. */
function packagesLoaded(env: NodeJS.ProcessEnv): string[] {
  const dist = join(__dirname, '../../../dist');
  const script = `require('./boot'); require('./create-app'); process.stdout.write(JSON.stringify(Object.keys(require.cache)), () => process.exit())`;
  const files = execFileSync(process.execPath, ['-e', script], { cwd: dist, env, encoding: 'utf8' });
  const names = (JSON.parse(files) as string[]).map((file) => /@opentelemetry\/([^/]+)/.exec(file)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].filter((name) => name !== 'api').sort();
}

it('nothing of OpenTelemetry is loaded where nobody wants traces', () => {
  expect(packagesLoaded({})).toEqual([]);
  expect(packagesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toContain('sdk-trace-base');
});

it('sends what is left when it is told to stop', async () => {
  const { app, api, collector } = await startTraced({ OTEL_BSP_SCHEDULE_DELAY: '60000' });
  await api.post('/api/register', account);
  expect(collector.spans).toEqual([]);
  expect(await app.stop()).toBe(0);
  expect((await collector.requests('register', 1)).length).toBe(1);
});

/** Somebody who takes the call and never says a word. */
async function silent(): Promise<string> {
  const server: Server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({ close: () => void server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ['away', async () => `http://127.0.0.1:${await freePort()}`],
  ['silent', silent],
])(
  'a collector that is %s fails nothing and holds nothing up',
  async (what, address) => {
    const { app, api } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: await address() });
    await api.post('/api/register', account);
    for (let times = 0; times < 5; times++) expect((await api.get('/api/user')).status).toBe(200);
    if (what === 'away') {
      for (let tries = 0; tries < 200 && !app.said.some((line) => line.includes('The collector of traces')); tries++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(app.said.filter((line) => line.includes('The collector of traces')).length).toBe(1);
    }
    const told = Date.now();
    expect(await app.stop()).toBe(0);
    expect(Date.now() - told).toBeLessThan(8_000);
  },
  60_000,
);
