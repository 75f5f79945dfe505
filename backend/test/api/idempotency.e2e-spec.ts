import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { auditedTypes } from '../../src/records/record-type';
import type { Answer, Api, RequestOptions } from '../support/api';
import { startApp, type TestApp } from '../support/app';
import { document } from '../support/contract';
import { cloneDatabase } from '../support/database';
import { buildDataUrl, buildProduct } from '../support/factories';
import { count, inFull, newSeed, repeat, report, seededFault } from '../reliability/reliability-config';
import { documentedRecordTypes } from '../support/data/documented-records';
import { ServerProcess } from '../support/processes/server-process';
import { pick, seeded } from '../../src/platform/demo/random';

const SUBMITS = count(64, 2000);
const seed = newSeed();
const random = seeded(seed);
const thread = { title: 'Title', description: 'Text' };

let test: TestApp;
let api: Api;
let photo: string;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  photo = await buildDataUrl();
});
afterAll(() => test.close());

/** What one submits, and how to change what came of it. */
interface Submit {
  path: string;
  body?: Record<string, unknown>;
  /** Sent in place of the body. */
  csv?: string;
  change?(id: number): Promise<unknown>;
}

async function newId(path: string): Promise<number> {
  return (await api.post<{ id: number }>(path, thread)).body.id;
}

async function newUpdate(): Promise<number> {
  return (await api.post<{ id: number }>('/api/updates', { title: 'Recall', content: 'Send it back.' })).body.id;
}

const form = (): string => pick(random, ['', '?images=url']);
const remove = (table: string) => (id: number) => test.source.query(`DELETE FROM ${table} WHERE id = ${id}`);

const csvFile = (): string => `SKU,Name,Image\n${randomUUID()},Name,https://shop.example/a.jpg`;
const asFile = (raw: string): RequestOptions => ({ raw, headers: { 'Content-Type': 'text/csv' } });

/** Every operation that may be sent twice. */
const submits: Record<string, () => Promise<Submit>> = {
  createProduct: async () => {
    const body = buildProduct({
      sku: randomUUID(),
      images: [photo, 'https://shop.example/a.jpg'],
      extraFields: { b: '1', 7: '2', a: '' },
    });
    return {
      path: `/api/products${form()}`,
      body,
      change: pick(random, [
        remove('products'),
        (id: number) =>
          api.put(`/api/products/${id}`, { ...body, name: 'Changed', images: ['https://shop.example/b.jpg'] }),
      ]),
    };
  },
  createProblem: async () => ({
    path: `/api/problems${form()}`,
    body: { ...thread, images: [photo] },
    change: (id) =>
      api.send(pick(random, ['DELETE', 'PATCH']), `/api/problems/${id}`, { title: 'Changed', images: [] }),
  }),
  createProductImport: async () => ({ path: '/api/product-imports', csv: csvFile() }),
  applyProductImport: async () => {
    const { body } = await api.post('/api/product-imports', undefined, asFile(csvFile()));
    return { path: `/api/product-imports/${body.id}/apply`, change: remove('products') };
  },
  register: async () => ({
    path: '/api/register',
    body: { email: `${randomUUID()}@shop.example`, password: 'secret password' },
  }),
  answerWithUpdate: async () => ({
    path: `/api/updates/${await newUpdate()}/answers`,
    body: { items: [{ kind: 'problem', id: await newId('/api/problems') }] },
  }),
  takeNext: async () => {
    await newId('/api/problems');
    return { path: '/api/queue/next', body: {} };
  },
  createTag: async () => ({ path: '/api/tags', body: { name: randomUUID() } }),
  createView: async () => ({ path: '/api/views', body: { name: 'Mine', list: 'queue', query: 'assignee=me' } }),
  revertChangeSet: async () => {
    const id = await newId('/api/problems');
    const changed = await api.patch(`/api/problems/${id}`, { title: 'Changed' });
    return {
      path: `/api/change-sets/${changed.headers.get('x-request-id')}/revert`,
      body: {},
      change: () => api.patch(`/api/problems/${id}`, { title: 'Since' }),
    };
  },
};
for (const { name, table, path, example, responses } of documentedRecordTypes) {
  const resolve = (id: number): Promise<unknown> => api.patch(`${path}/${id}/status`, { status: 'resolved' });
  submits[`create${name}`] ??= async () => ({
    path,
    body: example,
    change: pick(random, responses ? [remove(table), resolve] : [remove(table)]),
  });
  if (responses)
    submits[`create${name}Response`] = async () => ({
      path: `${path}/${await newId(path)}/responses`,
      body: { response: 'Answer' },
      change: remove(responses),
    });
}

const withKey = (key: string): { headers: Record<string, string> } => ({ headers: { 'Idempotency-Key': key } });

/** What there is, in all tables. */
async function rows(): Promise<number> {
  const tables = [
    'users',
    ...auditedTypes().map(({ table }) => table),
    ...documentedRecordTypes.flatMap(({ table, responses = [] }) => [table].concat(responses)),
  ];
  const [{ sum }] = await test.source.query<{ sum: string }[]>(
    `SELECT sum(count) FROM (${tables.map((table) => `SELECT count(*) FROM ${table}`).join(' UNION ALL ')}) AS counts`,
  );
  return Number(sum);
}

/** What must be the same in every answer. Another submit may answer the record that `takeNext` took: it stays the same one. */
const seen = (id: string, { status, text, body, headers }: Answer<any>): unknown[] =>
  id === 'takeNext' ? [id, status, body.kind, body.id, body.assigneeId] : [id, status, text, headers.get('etag')];

/** How many answers were not repeats, while every repeat tells the request of such a one. */
function originals(answers: Answer<any>[]): number {
  const isRepeat = ({ headers }: Answer<any>): boolean => headers.has('x-original-request-id');
  const firsts = answers.filter((answer) => !isRepeat(answer)).map(({ headers }) => headers.get('x-request-id'));
  for (const { headers } of answers.filter(isRepeat)) expect(firsts).toContain(headers.get('x-original-request-id'));
  return firsts.length;
}

it('knows every operation that makes something by POST', () => {
  const others = [
    'login',
    'logout',
    'logoutEverywhere',
    'changePassword',
    'createInvite',
    'deactivateUser',
    'reactivateUser',
    'uploadImages',
    'createToken',
    'createWebhook',
    'replayWebhook',
    'replayDelivery',
    'readNotifications',
  ];
  const posts = Object.values(document.paths).flatMap(({ post }) => post?.operationId ?? []);
  expect(posts.filter((id) => !others.includes(id)).sort()).toEqual(Object.keys(submits).sort());
});

/** Sends one thing several times, and checks that it was done once. */
async function submitTwice(index: number): Promise<void> {
  const id = Object.keys(submits)[index % Object.keys(submits).length];
  const { path, body, csv, change } = await submits[id]();
  const key = randomUUID();
  const send = (): Promise<Answer<any>> =>
    (id === 'register' ? test.api() : api).post(
      path,
      body,
      csv === undefined ? withKey(key) : { raw: csv, headers: { ...asFile(csv).headers, ...withKey(key).headers } },
    );
  const answers = await Promise.all(Array.from({ length: pick(random, [2, 2, 3]) }, send));
  expect([id, answers[0].status]).toEqual([
    id,
    ['revertChangeSet', 'applyProductImport', 'answerWithUpdate', 'takeNext'].includes(id) ? 200 : 201,
  ]);
  for (const answer of answers) expect(seen(id, answer)).toEqual(seen(id, answers[0]));
  const made = answers[0].body.id as number | undefined;
  if (change) await change(made ?? 0);
  answers.push(await send());
  expect(seen(id, answers.at(-1)!)).toEqual(seen(id, answers[0]));
  if (id !== 'register') expect([id, originals(answers)]).toEqual([id, 1]);
  const written =
    id === 'register'
      ? await test.source.query('SELECT FROM users WHERE email = $1', [body?.email])
      : id === 'createProductImport'
        ? await test.source.query(
            'SELECT FROM product_imports AS brought JOIN idempotency_keys AS known ON known.change_set = brought.request WHERE key = $1',
            [key],
          )
        : await test.source.query('SELECT FROM changes JOIN idempotency_keys USING (change_set) WHERE key = $1', [key]);
  expect([id, written]).toEqual([id, [{}]]);
}

it(
  `does ${SUBMITS} things once each, however often they are sent`,
  async () => {
    const before = await rows();
    await repeat(SUBMITS, 4, submitTwice);
    // None was written outside the log either.
    const [{ inserted }] = await test.source.query<{ inserted: string }[]>(
      "SELECT count(*) FILTER (WHERE operation = 'insert') - count(*) FILTER (WHERE operation = 'delete') + (SELECT count(*) FROM users) AS inserted FROM changes",
    );
    expect(await rows()).toBe(Number(inserted));
    expect(await rows()).toBeGreaterThan(before);
    report(
      'once',
      `${SUBMITS} double submits of ${Object.keys(submits).length} operations: one record and one answer each (seed ${seed})`,
    );
  },
  count(60_000, 900_000),
);

seededFault('G24', 'a server that does not look at Idempotency-Key', async () => {
  const forget = ({ headers }: IncomingMessage): void => void delete headers['idempotency-key'];
  test.app.getHttpServer().prependListener('request', forget);
  for (const index of [1, 2, 3]) await expect(submitTwice(index)).rejects.toThrow();
  test.app.getHttpServer().off('request', forget);
});

it('refuses a key that came with another request: other body, other address, other form', async () => {
  const key = randomUUID();
  const first = await api.post('/api/problems', thread, withKey(key));
  for (const [path, body] of [
    ['/api/problems', { ...thread, title: 'Other' }],
    ['/api/problems?images=url', thread],
    ['/api/customer-questions', thread],
  ] as const) {
    expect([path, (await api.post(path, body, withKey(key))).status]).toEqual([path, 422]);
  }
  expect((await api.post('/api/problems', thread, withKey(key))).text).toBe(first.text);
});

it('keeps the keys of each user apart', async () => {
  const [key, other] = [randomUUID(), await test.signedIn()];
  const [mine, theirs] = [
    await api.post('/api/problems', thread, withKey(key)),
    await other.post('/api/problems', { ...thread, title: 'Theirs' }, withKey(key)),
  ];
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  expect(theirs.body.id).not.toBe(mine.body.id);
});

it('does not spend a key on a request that fails', async () => {
  const key = randomUUID();
  await api.post('/api/products', buildProduct({ sku: 'TAKEN' }));
  const statuses = [
    await api.post('/api/products', buildProduct({ sku: 'TAKEN' }), withKey(key)),
    await api.post('/api/products', {}, withKey(key)),
    await api.post('/api/problems/2147483647/responses', { response: 'Answer' }, withKey(key)),
    await api.post('/api/products', buildProduct({ sku: 'FREE' }), withKey(key)),
  ].map(({ status }) => status);
  expect(statuses).toEqual([409, 400, 404, 201]);
});

it('gives a registration that is repeated the user of the first, and nobody else', async () => {
  const account = { email: `${randomUUID()}@shop.example`, password: 'secret password' };
  const key = randomUUID();
  const first = await test.api().post('/api/register', account, withKey(key));
  const again = test.api();
  expect((await again.post('/api/register', account, withKey(key))).text).toBe(first.text);
  expect((await again.get('/api/user')).text).toBe(first.text);
  expect(
    (await test.api().post('/api/register', { ...account, password: 'another password' }, withKey(key))).status,
  ).toBe(409);
  expect((await test.api().post('/api/register', account, withKey(randomUUID()))).status).toBe(409);
});

it.each(['', ' ', 'a b', 'ü', 'x'.repeat(201)])('refuses %j as a key', async (key) => {
  const raw = Buffer.from(key, 'utf8').toString('latin1');
  expect((await api.post('/api/problems', thread, withKey(raw))).status).toBe(400);
});

// Restarts the server again and again, which takes a minute.
if (inFull) {
  it('does a thing once even where the server is killed in the middle', async () => {
    const [url, rounds, atOnce] = [await cloneDatabase(), 20, 10];
    let server = await ServerProcess.start(url);
    const account = { email: 'staff@shop.example', password: 'secret password' };
    let client = server.api();
    await client.post('/api/register', account);
    let [interrupted, retried] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const all = Array.from({ length: atOnce }, (_, index) => ({
        key: randomUUID(),
        body: { title: `${round} ${index}`, description: 'Text', images: [photo] },
      }));
      const sending = all.map(({ key, body }) =>
        client.post('/api/problems', body, withKey(key)).catch(() => interrupted++),
      );
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      await server.kill();
      await Promise.all(sending);
      server = await ServerProcess.start(url);
      client = server.api();
      await client.post('/api/login', account);
      for (const { key, body } of all) {
        const [first, second] = [
          await client.post('/api/problems', body, withKey(key)),
          await client.post('/api/problems', body, withKey(key)),
        ];
        expect([first.status, second.text]).toEqual([201, first.text]);
        retried++;
      }
    }
    const problems = (await client.get<{ title: string }[]>('/api/problems?images=url')).body.map(({ title }) => title);
    await server.kill();
    expect([problems.length, new Set(problems).size]).toEqual([rounds * atOnce, rounds * atOnce]);
    report(
      'once, killed',
      `${retried} retries after kill -9, ${interrupted} requests cut off: one record each (seed ${seed})`,
    );
  }, 600_000);
}
