import { randomUUID } from 'node:crypto';
import type { Answer, Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { document } from '../../test/support/contract';
import { buildDataUrl, buildProduct } from '../../test/support/factories';
import { report, seededFault } from '../../test/reliability/reliability-config';
import { documentedRecordTypes, type DocumentedRecordType } from '../../test/support/documented-records';
import { asFields, type ChangesDto } from './change.dto';

/** What one change should have written. */
interface Entry {
  kind: string;
  recordId: number;
  operation: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A call, and the entries that it writes. */
interface Call {
  path: string;
  body?: unknown;
  entries(body: any): Entry[];
}

interface Written extends Entry {
  id: string;
  user_id: number | null;
  change_set: string;
  subject_kind: string;
  subject_id: number;
  xmin: string;
}

const ABSENT = 2147483647;
/** What writes, but no record. */
const NO_RECORD = [
  'login',
  'logout',
  'logoutEverywhere',
  'register',
  'createInvite',
  'uploadImages',
  'openRecord',
  'createProductImport',
  'mapProductImport',
  'createToken',
  'revokeToken',
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'replayWebhook',
  'replayDelivery',
];
const TABLES: Record<string, string> = Object.fromEntries(
  documentedRecordTypes.flatMap(({ kind, table, responses }) => [
    [kind, table],
    ...(responses ? [[`${kind}-response`, responses]] : []),
  ]),
);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    responses: Object.keys(responses).map(Number),
  })),
);
const writing = operations.filter(({ id, method }) => method !== 'GET' && !NO_RECORD.includes(id));

let test: TestApp;
let api: Api;
let userId: number;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  userId = (await api.get<{ id: number }>('/api/user')).body.id;
  await api.post('/api/products', buildProduct({ sku: 'TAKEN' }));
});
afterAll(() => test.close());

async function create(path: string, body: unknown): Promise<any> {
  return (await api.post(path, body)).body;
}

const inserted = (kind: string, recordId: number, after: object): Entry[] => [
  { kind, recordId, operation: 'insert', before: null, after: { id: recordId, ...after } },
];
const updated = (kind: string, recordId: number, before: object, after: object): Entry[] => [
  { kind, recordId, operation: 'update', before: { ...before }, after: { ...after } },
];
const made = (body: { createdAt: string }): object => ({ createdAt: body.createdAt, createdById: userId });
const thread = { title: 'Title', description: 'Text' };
const camel = (kind: string): string => kind.replace(/-[a-z]/g, ([, letter]) => letter.toUpperCase());

/** One good call of every operation that writes a record, on a record of its own. */
const calls: Record<string, () => Promise<Call>> = {
  createProduct: async () => {
    const body = {
      ...buildProduct(),
      extraFields: { b: '1', a: '2', 7: 'first' },
      images: [await buildDataUrl(), 'https://shop.example/a.jpg'],
    };
    const plain = { ean: null, vehicle: null, description: null, status: 'active' };
    return {
      path: '/api/products?images=url',
      body,
      entries: (answer) => inserted('product', answer.id, { ...body, ...plain, images: answer.images }),
    };
  },
  replaceProduct: async () => {
    const former = await create('/api/products', buildProduct({ ean: '1', vehicle: 'Golf' }));
    const body = { ...former, name: 'Other', ean: null };
    return {
      path: `/api/products/${former.id}`,
      body,
      entries: () => updated('product', former.id, { name: former.name, ean: '1' }, { name: 'Other', ean: null }),
    };
  },
  createProblem: async () => {
    const images = [await buildDataUrl()];
    return {
      path: '/api/problems?images=url',
      body: { ...thread, images },
      entries: (answer) =>
        inserted('problem', answer.id, { ...thread, status: 'open', ...made(answer), images: answer.images }),
    };
  },
  changeProblem: async () => {
    const former = await create('/api/problems?images=url', { ...thread, images: [await buildDataUrl()] });
    const body = { title: thread.title, description: 'Other', images: [] };
    return {
      path: `/api/problems/${former.id}`,
      body,
      entries: () =>
        updated(
          'problem',
          former.id,
          { description: 'Text', images: former.images },
          { description: 'Other', images: [] },
        ),
    };
  },
  deleteProblem: async () => {
    const former = await create('/api/problems?images=url', { ...thread, images: [await buildDataUrl()] });
    const response = await create(`/api/problems/${former.id}/responses`, { response: 'Answer' });
    const gone = (kind: string, before: { id: number }): Entry => ({
      kind,
      recordId: before.id,
      operation: 'delete',
      before: { ...before },
      after: null,
    });
    return {
      path: `/api/problems/${former.id}`,
      entries: () => [gone('problem', former), gone('problem-response', response)],
    };
  },
  applyProductImport: async () => {
    const former = await create('/api/products', buildProduct({ images: ['https://shop.example/a.jpg'], ean: '1' }));
    const raw = `SKU,Name,EAN,Image,b,7\n${former.sku},${former.name},2,,,\nNEW-${former.id},Name,,https://shop.example/b.jpg,1,2`;
    const { body } = await api.post('/api/product-imports', undefined, {
      raw,
      headers: { 'Content-Type': 'text/csv' },
    });
    const made = {
      sku: `NEW-${former.id}`,
      name: 'Name',
      ean: null,
      vehicle: null,
      description: null,
      status: 'active',
      images: ['https://shop.example/b.jpg'],
      extraFields: { b: '1', 7: '2' },
    };
    return {
      path: `/api/product-imports/${body.id}/apply`,
      entries: () => [
        ...inserted('product', former.id + 1, made),
        ...updated('product', former.id, { ean: '1' }, { ean: '2' }),
      ],
    };
  },
  revertChangeSet: async () => {
    const { id } = await create('/api/problems', thread);
    const changed = await api.send('PATCH', `/api/problems/${id}`, { title: 'Second', description: 'Other' });
    return {
      path: `/api/change-sets/${changed.headers.get('x-request-id')}/revert`,
      body: {},
      entries: () => updated('problem', id, { title: 'Second', description: 'Other' }, thread),
    };
  },
};

for (const { kind, name, path, example, isThread } of documentedRecordTypes) {
  calls[`create${name}`] ??= async () => ({
    path,
    body: example,
    entries: (answer) => inserted(kind, answer.id, answer),
  });
  if (!isThread) continue;
  calls[`change${name}Status`] = async () => {
    const { id } = await create(path, example);
    return {
      path: `${path}/${id}/status`,
      body: { status: 'resolved' },
      entries: () => updated(kind, id, { status: 'open' }, { status: 'resolved' }),
    };
  };
  calls[`create${name}Response`] = async () => {
    const { id } = await create(path, example);
    return {
      path: `${path}/${id}/responses`,
      body: { response: 'Answer' },
      entries: (answer) =>
        inserted(`${kind}-response`, answer.id, { response: 'Answer', [`${camel(kind)}Id`]: id, ...made(answer) }),
    };
  };
}

async function lastEntry(): Promise<string> {
  const [{ id }] = await test.source.query<{ id: string }[]>('SELECT coalesce(max(id), 0) AS id FROM changes');
  return id;
}

function entriesAfter(id: string): Promise<Written[]> {
  return test.source.query<Written[]>(
    'SELECT *, record_id AS "recordId", xmin::text FROM changes WHERE id > $1 ORDER BY id',
    [id],
  );
}

const plain = ({ kind, recordId, operation, before, after }: Entry): Entry => ({
  kind,
  recordId,
  operation,
  before: asFields(before),
  after: asFields(after),
});

async function expectOneTransaction(entries: Written[]): Promise<void> {
  expect(new Set(entries.map(({ xmin }) => xmin)).size).toBe(1);
  for (const { kind, recordId, operation, xmin } of entries) {
    const rows = await test.source.query<object[]>(`SELECT xmin::text FROM ${TABLES[kind]} WHERE id = $1`, [recordId]);
    expect(rows).toEqual(operation === 'delete' ? [] : [{ xmin }]);
  }
}

it('knows every operation that writes', () => {
  expect(writing.map(({ id }) => id).sort()).toEqual(Object.keys(calls).sort());
});

/** Answers how many entries all operations have written; throws where one has not written exactly its own. */
async function writeOneOfEach(): Promise<number> {
  let written = 0;
  for (const { id, method } of writing) {
    const call = await calls[id]();
    const before = await lastEntry();
    const answer: Answer<any> = await api.send(method, call.path, call.body);
    expect([id, answer.status]).toEqual([id, id.startsWith('create') ? 201 : id.startsWith('delete') ? 204 : 200]);
    const entries = await entriesAfter(before);
    expect([id, ...entries.map(plain)]).toEqual([id, ...call.entries(answer.body)]);
    for (const entry of entries)
      expect([entry.user_id, entry.change_set]).toEqual([userId, answer.headers.get('x-request-id')]);
    await expectOneTransaction(entries);
    written += entries.length;
    const repeated = await api.send(method, call.path, call.body);
    if (method === 'PUT' || method === 'PATCH')
      expect([id, repeated.status, (await entriesAfter(entries[entries.length - 1].id)).length]).toEqual([id, 200, 0]);
  }
  return written;
}

it('writes exactly its entries, in the transaction of the change', async () => {
  report('every change', `${writing.length} operations, ${await writeOneOfEach()} entries`);
});

seededFault('every change', 'a table whose changes are not logged', async () => {
  await test.source.query('ALTER TABLE problem_responses DISABLE TRIGGER USER');
  await expect(writeOneOfEach()).rejects.toThrow('problem-response');
  await test.source.query('ALTER TABLE problem_responses ENABLE TRIGGER USER');
});

it('writes nothing for a request that is refused', async () => {
  let refused = 0;
  for (const { id, method, path, responses } of writing) {
    const call = await calls[id]();
    const key = { 'Idempotency-Key': randomUUID() };
    const before = await lastEntry();
    const statuses: number[] = [];
    const send = async (address: string, body: unknown, options = {}): Promise<number> =>
      statuses.push((await api.send(method, address, body, options)).status);
    if (call.body !== undefined)
      await send(call.path, undefined, { raw: '{', headers: { 'Content-Type': 'application/json', ...key } });
    if (path.includes('{changeSet}')) await send(path.replace(/\{\w+\}/, randomUUID()), call.body, { headers: key });
    else if (path.includes('{')) await send(path.replace(/\{\w+\}/, String(ABSENT)), call.body, { headers: key });
    if (responses.includes(412)) await send(call.path, call.body, { headers: { 'If-Match': '"999"' } });
    if (id === 'createProduct' || id === 'replaceProduct')
      await send(call.path, { ...(call.body as object), sku: 'TAKEN' }, { headers: key });
    expect([id, statuses.filter((status) => status < 400)]).toEqual([id, []]);
    expect([id, await entriesAfter(before)]).toEqual([id, []]);
    expect(await test.source.query('SELECT FROM idempotency_keys WHERE key = $1', [key['Idempotency-Key']])).toEqual(
      [],
    );
    refused += statuses.length;
  }
  expect(refused).toBeGreaterThan(20);
});

it('writes nothing for a revert that stops half way', async () => {
  const [one, two] = [await create('/api/problems', thread), await create('/api/problems', thread)];
  const [{ change_set: changeSet }] = await inTransaction(
    `UPDATE problems SET title = 'Raw' WHERE id IN (${one.id}, ${two.id})`,
  );
  await api.send('PATCH', `/api/problems/${one.id}`, { title: 'Since' });
  const before = await lastEntry();
  const answer = await api.post(`/api/change-sets/${changeSet}/revert`, {});
  expect([answer.status, answer.body.conflicts.map((conflict: { recordId: number }) => conflict.recordId)]).toEqual([
    409,
    [one.id],
  ]);
  expect(await entriesAfter(before)).toEqual([]);
  expect((await api.get(`/api/problems/${two.id}`)).body.title).toBe('Raw');
});

it('takes back the deletion of a record with its parts, and what a revert did', async () => {
  const { id } = await create('/api/problems', thread);
  const response = await create(`/api/problems/${id}/responses`, { response: 'Answer' });
  const state = async (): Promise<unknown[]> => [
    (await api.get(`/api/problems/${id}`)).body,
    (await api.get(`/api/problems/${id}/responses`)).body,
  ];
  const whole = await state();
  expect(whole[1]).toEqual([response]);
  let { headers } = await api.send('DELETE', `/api/problems/${id}`, undefined);
  for (let round = 0; round < 3; round++) {
    const reverted = await api.post(`/api/change-sets/${headers.get('x-request-id')}/revert`, {});
    expect([reverted.status, reverted.body.changes?.length]).toEqual([200, 2]);
    headers = reverted.headers;
    if (round % 2 === 0) expect(await state()).toEqual(whole);
    else expect((await api.get(`/api/problems/${id}`)).status).toBe(404);
  }
});

/** Runs statements as `psql` would, and answers what they wrote. */
async function inTransaction(...statements: string[]): Promise<Written[]> {
  const before = await lastEntry();
  await test.source.transaction(async (manager) => {
    for (const statement of statements) await manager.query(statement);
  });
  return entriesAfter(before);
}

it('also logs what comes past the API: without a user, one change set for each transaction', async () => {
  const { id } = await create('/api/problems', thread);
  const first = await inTransaction(
    `UPDATE problems SET title = 'One' WHERE id = ${id}`,
    'SAVEPOINT here',
    `UPDATE problems SET title = 'Never' WHERE id = ${id}`,
    'ROLLBACK TO here',
    `DELETE FROM problems WHERE id = ${id}`,
  );
  const second = await inTransaction(
    `INSERT INTO updates (title, content, created_by_id) VALUES ('Raw', 'Text', ${userId})`,
  );
  expect(first.map(({ operation, user_id }) => [operation, user_id])).toEqual([
    ['update', null],
    ['delete', null],
  ]);
  expect(second.map(({ operation, user_id }) => [operation, user_id])).toEqual([['insert', null]]);
  expect(new Set([...first, ...second].map(({ change_set }) => change_set)).size).toBe(2);
  await expectOneTransaction(second);
});

it('folds to what every record is now', async () => {
  const { changes, cursor } = (await api.get<ChangesDto>('/api/changes?limit=1000')).body;
  expect((await api.get<ChangesDto>(`/api/changes?after=${cursor}`)).body.changes).toEqual([]);
  const records = new Map<string, Record<string, unknown> | null>();
  for (const { kind, recordId, before, after, operation } of changes) {
    const former = records.get(`${kind} ${recordId}`) ?? {};
    expect(former).toMatchObject(operation === 'insert' ? {} : (before as object));
    records.set(`${kind} ${recordId}`, after && { ...former, ...after });
  }
  for (const [record, folded] of records) {
    const [kind, id] = record.split(' ');
    const now = await readNow(kind, Number(id), folded);
    // As text, since extra fields have an order; the columns have none.
    expect([record, sorted(now)]).toEqual([record, sorted(folded)]);
  }
  expect(records.size).toBeGreaterThan(20);
});

function sorted(record: Record<string, unknown> | null): string {
  return JSON.stringify(record && Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readNow(
  kind: string,
  id: number,
  folded: Record<string, unknown> | null,
): Promise<Record<string, unknown> | null> {
  const of = documentedRecordTypes.find(
    (one) => kind === one.kind || kind === `${one.kind}-response`,
  ) as DocumentedRecordType;
  const answer = await api.get<any>(
    kind === of.kind
      ? `${of.path}/${id}?images=url`
      : `${of.path}/${String(folded?.[`${camel(of.kind)}Id`] ?? ABSENT)}/responses`,
  );
  if (answer.status === 404) return null;
  return Array.isArray(answer.body)
    ? (answer.body.find((response: { id: number }) => response.id === id) ?? null)
    : answer.body;
}

it('never holds users, sessions or passwords', async () => {
  const email = `secret-${randomUUID()}@shop.example`;
  const client = test.api();
  await client.post('/api/register', { email, password: 'a very secret password' });
  await client.post('/api/login', { email, password: 'a very secret password' });
  await client.post('/api/logout');
  const [{ texts }] = await test.source.query<{ texts: string }[]>(
    "SELECT string_agg(changes::text, ' ') AS texts FROM changes",
  );
  for (const secret of ['secret', '$argon2', email, '"sid"']) expect(texts).not.toContain(secret);
  expect(
    await test.source.query(
      "SELECT FROM record_types WHERE table_name IN ('users', 'sessions', 'secrets', 'idempotency_keys')",
    ),
  ).toEqual([]);
});

it.each([...Object.values(TABLES), 'changes'])('refuses TRUNCATE of %s', async (table) => {
  await expect(test.source.query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(
    /history of \w+ is kept|only ever added to/,
  );
});

it.each(["UPDATE changes SET kind = 'other'", 'DELETE FROM changes', 'DELETE FROM changes WHERE id = 0'])(
  'refuses %s',
  async (statement) => {
    await expect(test.source.query(statement)).rejects.toThrow('only ever added to');
  },
);
