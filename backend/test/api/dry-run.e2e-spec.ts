import { randomUUID } from 'node:crypto';
import type { ChangesDto } from '../../src/changes/change.dto';
import { calls, type Call } from '../reliability/security/access';
import type { Answer, Api, RequestOptions } from '../support/api';
import { startApp, type TestApp } from '../support/app';
import { document } from '../support/contract';
import { buildDataUrl, buildProduct } from '../support/factories';
import { report } from '../reliability/reliability-config';

// Every operation that changes records, tried out and then done.
let test: TestApp;
let api: Api;
/** A problem that is open. */
let open: number;
let changeSet: string;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  await api.post('/api/products', buildProduct());
  await api.post('/api/customer-questions', text);
  await api.post('/api/updates', { title: 'Hours', content: 'Open.' });
  await api.post('/api/problems', text);
  await api.post('/api/tags', { name: 'Warranty' });
  await api.post('/api/views', { name: 'Mine', list: 'queue', query: '' });
  await api.post('/api/product-imports', undefined, csv('B'));
  // Of a record that nobody changes.
  changeSet = (await api.post('/api/problems', text)).headers.get('x-request-id') ?? '';
});
afterAll(() => test.close());

/** Their answer is a preview. */
const PREVIEWS = ['POST /api/product-imports', 'PUT /api/product-imports/{id}/mapping'];
const csv = (sku: string): RequestOptions => ({
  raw: `SKU,Name,Image\n${sku},Disc,https://shop.example/a.jpg`,
  headers: { 'Content-Type': 'text/csv' },
});
const text = { title: 'Title', description: 'Text' };
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    operation: operation as typeof operation & { tags: string[] },
  })),
);
const knowing = operations.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'dryRun'));
/** What takes something from a record comes after all changes, and before the records go. */
const rank = ({ method, name }: Call): number => (method === 'DELETE' ? (name.includes('{kind}') ? 1 : 2) : 0);
const mutations = calls
  .filter(({ name }) => knowing.some((one) => one.name === name))
  .sort((a, b) => rank(a) - rank(b));

/** Every row of every table but the bytes that were sent, which count whatever they were for, and what follows the change log later. */
async function everything(): Promise<Record<string, string>> {
  const tables = await test.source.query<{ name: string }[]>(
    "SELECT format('%I', relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('daily_bytes', 'thread_times', 'notifications', 'record_watches', 'change_listeners') ORDER BY 1",
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      test.source.query<{ rows: string }[]>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), '') AS rows FROM ${name} AS t`,
      ),
    ),
  );
  return Object.fromEntries(tables.map(({ name }, index) => [name, rows[index][0].rows]));
}

function send(
  { method, path, body }: Call,
  query: string,
  headers: Record<string, string> = {},
): Promise<Answer<Record<string, unknown>>> {
  const address = path.replace(/change-sets\/[^/]+/, `change-sets/${changeSet}`);
  const given =
    body && 'sku' in body
      ? { ...body, sku: `NEW ${method}`, images: ['https://shop.example/1.jpg'] }
      : path.includes('/status')
        ? { status: 'resolved' }
        : path.endsWith('/queue/next')
          ? {}
          : path.endsWith('/revert')
            ? { otherwise: 'keep' }
            : path.endsWith('/answers')
              ? { items: [{ kind: 'problem', id: open }] }
              : method === 'PATCH' && path.startsWith('/api/tags')
                ? { color: 'red' }
                : body;
  return api.send(method, address + query, method === 'DELETE' ? undefined : given, { headers });
}

/** An answer without what is another number or moment each time. */
function shape({ status, body }: Answer<Record<string, unknown>>): unknown {
  const known = JSON.stringify(body ?? null)
    .replace(/"(id|recordId|subjectId)":\d+/g, '"$1":0')
    .replace(/"(cursor|changeSet|at|createdAt|requestId)":"[^"]+"/g, '"$1":""');
  return [status, known];
}

it('is known to every operation that changes records', () => {
  const changing = operations.filter(
    ({ name, method, operation }) =>
      method !== 'get' &&
      !PREVIEWS.includes(name) &&
      !operation.tags.some((tag) =>
        [
          'auth',
          'sessions',
          'users',
          'tokens',
          'events',
          'webhooks',
          'images',
          'notifications',
          'product-import-profiles',
        ].includes(tag),
      ),
  );
  expect(knowing.map(({ name }) => name).sort()).toEqual(changing.map(({ name }) => name).sort());
  expect(mutations).toHaveLength(changing.length);
});

it('gate dry-run: answers what it would be and changes nothing: no row, no entry of the log, no key', async () => {
  for (const call of mutations) {
    // Somebody who waits, to be taken and to be answered.
    if (/queue.next|answers/.test(call.name)) open = (await api.post('/api/problems', text)).body.id as number;
    const before = await everything();
    const { cursor } = (await api.get<ChangesDto>('/api/changes?limit=1000')).body;
    const headers: Record<string, string> = call.method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
    const tried = await send(call, '?dryRun=true', headers);
    // A version that is rolled back is not one to go on from.
    expect(`${call.name} ${tried.status} ${tried.headers.get('etag')}`).toMatch(/ 20[014] null$/);
    expect([call.name, await everything()]).toEqual([call.name, before]);
    expect((await api.get<ChangesDto>(`/api/changes?after=${cursor}`)).body.changes).toEqual([]);
    const done = await send(call, '', headers);
    expect([call.name, shape(done)]).toEqual([call.name, shape(tried)]);
    const { parameters, responses } = operations.find(({ name }) => name === call.name)?.operation ?? {};
    const { headers: declared, content } = responses?.[done.status] ?? {};
    if (declared?.ETag) expect(`${call.name} ${done.headers.get('etag')}`).toMatch(/"\d+"$/);
    else
      expect([call.name, content && parameters?.find(({ name }) => name === 'If-Match')]).toEqual([
        call.name,
        undefined,
      ]);
    expect([call.name, (await api.get<ChangesDto>(`/api/changes?after=${cursor}`)).body.changes]).toEqual([
      call.name,
      expect.arrayContaining([expect.anything()]),
    ]);
    // Tried out after it was done, it is what was done.
    if (call.method === 'POST') expect((await send(call, '?dryRun=true', headers)).text).toBe(done.text);
  }
  report(
    'dry-run',
    `${mutations.length} of ${mutations.length} operations change nothing when they are tried out, and answer as when they are done`,
  );
});

it('shows pictures that it does not store', async () => {
  const images = [await buildDataUrl({ seed: 77 })];
  const before = await everything();
  expect((await api.post('/api/problems?dryRun=true', { ...text, images })).body.images).toEqual(images);
  const { body } = await api.put('/api/products/1?dryRun=true', buildProduct({ sku: 'BD-1', images }));
  expect(body.images).toEqual(images);
  expect(await everything()).toEqual(before);
});

it('refuses what would be refused', async () => {
  const taken = buildProduct({ sku: (await api.get('/api/products/1')).body.sku });
  const refused = [
    await api.post('/api/products?dryRun=true', taken),
    await api.post('/api/products?dryRun=true', { name: '' }),
    await api.send(
      'PATCH',
      '/api/customer-questions/1/status?dryRun=true',
      { status: 'resolved' },
      { headers: { 'If-Match': '"99"' } },
    ),
    await api.post('/api/customer-questions/99/responses?dryRun=true', { response: 'Yes.' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 400, 412, 404]);
});

it.each([
  '/api/updates?dryRun=1',
  '/api/updates?dryRun=',
  '/api/updates?dryRun=true&dryRun=true',
  '/api/updates?dry_run=true',
  '/api/updates?dryrun',
  '/api/updates?dryRun[]=true',
  '/api/tokens?dryRun=true',
  '/api/logout-everywhere?dryRun=true',
])('is never taken for the real thing: %s', async (path) => {
  const before = await everything();
  expect((await api.post(path, { title: 'a', content: 'b' })).status).toBe(400);
  expect(await everything()).toEqual(before);
});

it('says to who is not signed in that they have to, and nothing else', async () => {
  const statuses = await Promise.all(
    ['/api/updates?dryRun=x', '/api/tokens?dryRun=true', '/api/logout?dryRun=true'].map(
      async (path) => (await test.api().post(path, {})).status,
    ),
  );
  expect(statuses).toEqual([401, 401, 400]);
});

it('is no event', async () => {
  const stop = new AbortController();
  const response = await fetch(`${test.url}/api/events`, { headers: { Cookie: api.cookie }, signal: stop.signal });
  await api.post('/api/updates?dryRun=true', { title: 'Tried', content: 'out' });
  const { id } = (await api.post('/api/updates?dryRun=false', { title: 'Really', content: 'done' })).body;
  let said = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    said += Buffer.from(chunk).toString();
    if (said.includes('event: change')) break;
  }
  stop.abort();
  expect([...said.matchAll(/"recordId":(\d+)/g)].map(([, recordId]) => Number(recordId))).toEqual([id]);
});
