import { randomUUID } from 'node:crypto';
import type { Answer, Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { entriesAfter, expectOneTransaction, inTransaction, lastEntry } from '../../test/support/change-log';
import { buildProduct } from '../../test/support/factories';
import { report, seededFault } from '../../test/reliability/reliability-config';
import { documentedRecordTypes, type DocumentedRecordType } from '../../test/support/data/documented-records';
import { writing } from '../../test/support/data/record-operations';
import { camel, thread, writeCalls, type Entry } from '../../test/support/write-calls';
import { asFields, type ChangesDto } from './change.dto';
import { timeColumns } from './time-columns';
import type { Row } from './change.entity';

const ABSENT = 2147483647;

let test: TestApp;
let api: Api;
let userId: number;
let calls: ReturnType<typeof writeCalls>;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  userId = (await api.get<{ id: number }>('/api/user')).body.id;
  calls = writeCalls(api, userId);
  await api.post('/api/products', buildProduct({ sku: 'TAKEN' }));
});
afterAll(() => test.close());

async function create(path: string, body: unknown): Promise<any> {
  return (await api.post(path, body)).body;
}

const plain = ({ kind, recordId, operation, before, after }: Entry): Entry => ({
  kind,
  recordId,
  operation,
  before: withoutDefaults(asFields(before, timeColumns(test.source, kind))),
  after: withoutDefaults(asFields(after, timeColumns(test.source, kind))),
});

/** What a new thread or response has where nobody says anything else: the log has it, and no answer. */
const DEFAULTS = { assigneeId: null, snoozedUntil: null, tagIds: [], kind: 'staff', updateId: null };

function withoutDefaults(fields: Row | null): Row | null {
  const isDefault = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) === JSON.stringify(DEFAULTS[name as keyof typeof DEFAULTS]);
  return fields && Object.fromEntries(Object.entries(fields).filter((field) => !isDefault(field)));
}

it('knows every operation that writes', () => {
  expect(writing.map(({ id }) => id).sort()).toEqual(Object.keys(calls).sort());
});

/** Answers how many entries all operations have written; throws where one has not written exactly its own. */
async function writeOneOfEach(): Promise<number> {
  let written = 0;
  for (const { id, method } of writing) {
    const call = await calls[id]();
    const before = await lastEntry(test.source);
    const answer: Answer<any> = await api.send(method, call.path, call.body);
    expect([id, answer.status]).toEqual([id, id.startsWith('create') ? 201 : id.startsWith('delete') ? 204 : 200]);
    const entries = await entriesAfter(test.source, before);
    expect([id, ...entries.map(plain)]).toEqual([id, ...call.entries(answer.body)]);
    for (const entry of entries)
      expect([entry.user_id, entry.change_set]).toEqual([userId, answer.headers.get('x-request-id')]);
    await expectOneTransaction(test.source, entries);
    written += entries.length;
    const repeated = await api.send(method, call.path, call.body);
    if (method === 'PUT' || method === 'PATCH')
      expect([id, repeated.status, (await entriesAfter(test.source, entries[entries.length - 1].id)).length]).toEqual([
        id,
        200,
        0,
      ]);
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
    const before = await lastEntry(test.source);
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
    expect([id, await entriesAfter(test.source, before)]).toEqual([id, []]);
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
    test.source,
    `UPDATE problems SET title = 'Raw' WHERE id IN (${one.id}, ${two.id})`,
  );
  await api.patch(`/api/problems/${one.id}`, { title: 'Since' });
  const before = await lastEntry(test.source);
  const answer = await api.post(`/api/change-sets/${changeSet}/revert`, {});
  expect([answer.status, answer.body.conflicts.map((conflict: { recordId: number }) => conflict.recordId)]).toEqual([
    409,
    [one.id],
  ]);
  expect(await entriesAfter(test.source, before)).toEqual([]);
  expect((await api.get(`/api/problems/${two.id}`)).body.title).toBe('Raw');
});

it('keeps all that was changed since where that is asked, of a change in one step and in several', async () => {
  const records = [await create('/api/problems', thread), await create('/api/problems', thread)];
  const ids = records.map(({ id }) => id);
  const { id: update } = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
  const items = ids.map((id) => ({ kind: 'problem', id }));
  const answered = await api.post(`/api/updates/${update}/answers`, { items, status: 'resolved' });
  const [{ change_set: retitled }] = await inTransaction(
    test.source,
    `UPDATE problems SET title = 'Raw' WHERE id IN (${ids.join()})`,
  );
  await api.patch(`/api/problems/${ids[0]}`, { title: 'Since' });
  await api.patch(`/api/problems/${ids[0]}/status`, { status: 'in_progress' });
  for (const changeSet of [retitled, answered.body.changeSet]) {
    const { status, body } = await api.post(`/api/change-sets/${changeSet}/revert`, {});
    expect(status).toBe(409);
    // Chosen for a version that is no longer the current one.
    const choices = [{ ...body.conflicts[0], version: 1, take: 'restore', restore: undefined, current: undefined }];
    expect((await api.post(`/api/change-sets/${changeSet}/revert`, { choices, otherwise: 'keep' })).status).toBe(409);
    expect((await api.post(`/api/change-sets/${changeSet}/revert`, { otherwise: 'keep' })).status).toBe(200);
  }
  expect(await Promise.all(ids.map(async (id) => (await api.get(`/api/problems/${id}`)).body))).toMatchObject([
    { title: 'Since', status: 'in_progress' },
    { title: thread.title, status: 'open' },
  ]);
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
  let { headers } = await api.delete(`/api/problems/${id}`);
  for (let round = 0; round < 3; round++) {
    const reverted = await api.post(`/api/change-sets/${headers.get('x-request-id')}/revert`, {});
    expect([reverted.status, reverted.body.changes?.length]).toEqual([200, 2]);
    headers = reverted.headers;
    if (round % 2 === 0) expect(await state()).toEqual(whole);
    else expect((await api.get(`/api/problems/${id}`)).status).toBe(404);
  }
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
    // No address answers a part of a record, such as a link, by its number.
    if (!typeOf(kind)) continue;
    const now = await readNow(kind, Number(id), folded);
    // As text, since extra fields have an order; the columns have none.
    expect([record, sorted(now)]).toEqual([record, sorted(withoutDefaults(folded))]);
  }
  expect(records.size).toBeGreaterThan(20);
});

function sorted(record: Record<string, unknown> | null): string {
  return JSON.stringify(record && Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function typeOf(kind: string): DocumentedRecordType | undefined {
  return documentedRecordTypes.find((one) => kind === one.kind || kind === `${one.kind}-response`);
}

async function readNow(
  kind: string,
  id: number,
  folded: Record<string, unknown> | null,
): Promise<Record<string, unknown> | null> {
  const of = typeOf(kind) as DocumentedRecordType;
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
