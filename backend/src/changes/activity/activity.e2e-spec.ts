import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { inTransaction } from '../../../test/support/change-log';
import { buildProduct } from '../../../test/support/factories';
import { thread } from '../../../test/support/write-calls';
import type { ActivityDto } from './activity.dto';
import { MAX_COUNTED } from './activity.service';

let test: TestApp;
let api: Api;
let userId: number;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  userId = (await api.get<{ id: number }>('/api/user')).body.id;
});
afterAll(() => test.close());

async function read(query: Record<string, string | number> = {}): Promise<ActivityDto[]> {
  const { status, body } = await api.get<ActivityDto[]>(
    `/api/activity?${new URLSearchParams({ limit: '50', ...query } as Record<string, string>)}`,
  );
  expect(status).toBe(200);
  return body;
}

async function create(path: string, body: object): Promise<number> {
  return (await api.post<{ id: number }>(path, body)).body.id;
}

async function undoNewest(): Promise<void> {
  const [{ changeSet }] = await read();
  expect((await api.post(`/api/change-sets/${changeSet}/revert`, {})).status).toBe(200);
}

it('tells who did what to which record, newest first', async () => {
  const id = await create('/api/problems', { ...thread, title: 'It squeals' });
  await api.post(`/api/problems/${id}/responses`, { response: 'Greased' });
  const { headers } = await api.patch(`/api/problems/${id}/status`, { status: 'resolved' });
  const [status, response, created] = await read();
  const subject = {
    subjectKind: 'problem',
    subjectId: id,
    title: 'It squeals',
    exists: true,
    undone: false,
    records: 1,
    created: 0,
    deleted: 0,
    isExact: true,
    hasOtherKinds: false,
    userId,
    tokenName: null,
    responseKind: null,
    linkState: null,
  };
  expect(status).toEqual({
    ...subject,
    changeSet: headers.get('X-Request-Id'),
    at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    kind: 'problem',
    recordId: id,
    operation: 'update',
    version: 2,
    fields: ['status'],
    status: 'resolved',
  });
  expect(response).toMatchObject({
    ...subject,
    kind: 'problem-response',
    operation: 'insert',
    fields: [],
    status: null,
    responseKind: 'staff',
  });
  expect(created).toMatchObject({ ...subject, kind: 'problem', operation: 'insert', created: 1 });
});

it('keeps the title of a deleted record, and says when it is back', async () => {
  const id = await create('/api/problems', { ...thread, title: 'Gone soon' });
  await api.post(`/api/problems/${id}/responses`, { response: 'Noted' });
  const { headers } = await api.delete(`/api/problems/${id}`);
  const [entry] = await read({ operation: 'delete' });
  // The responses go first, in the same change set.
  expect(entry).toMatchObject({
    kind: 'problem',
    recordId: id,
    operation: 'delete',
    title: 'Gone soon',
    exists: false,
    records: 1,
  });
  await api.post(`/api/change-sets/${headers.get('X-Request-Id')}/revert`, {});
  expect((await read({ operation: 'delete' }))[0]).toMatchObject({ subjectId: id, exists: true, undone: true });
  expect((await read())[0]).toMatchObject({ subjectId: id, operation: 'insert', version: 2 });
});

it('lists what an undo deleted, whatever else it did, and no response that it took back', async () => {
  const [first, second] = [await create('/api/problems', thread), await create('/api/problems', thread)];
  await inTransaction(
    test.source,
    `UPDATE problems SET title = 'Changed' WHERE id = ${first}`,
    `INSERT INTO updates (title, content, created_by_id) VALUES ('Made', 'Text', ${userId})`,
    `UPDATE problems SET title = 'Changed' WHERE id = ${second}`,
  );
  await undoNewest();
  expect((await read({ operation: 'delete' }))[0]).toMatchObject({
    kind: 'update',
    title: 'Made',
    exists: false,
    records: 3,
    created: 0,
    deleted: 1,
  });
  await inTransaction(
    test.source,
    `UPDATE problems SET status = 'resolved' WHERE id = ${first}`,
    `INSERT INTO problem_responses (response, problem_id, created_by_id) VALUES ('Yes', ${first}, ${userId})`,
  );
  await undoNewest();
  expect((await read())[0]).toMatchObject({ kind: 'problem', operation: 'update', subjectId: first });
  expect((await read({ operation: 'delete' }))[0]).toMatchObject({ title: 'Made' });
});

it('tells what kind of response was added, and leaves out what one did oneself', async () => {
  const id = await create('/api/problems', thread);
  const other = await test.signedIn();
  await other.post(`/api/problems/${id}/responses`, { response: 'For us', kind: 'note' });
  const [newest, own] = await read();
  expect([newest.responseKind, own.responseKind]).toEqual(['note', null]);
  const ofOthers = await read({ exceptUserId: userId });
  expect(ofOthers[0]).toEqual(newest);
  expect(ofOthers.filter((entry) => entry.userId === userId)).toEqual([]);
});

it('tells a change of many records once, with their number', async () => {
  const before = (await read()).length;
  await inTransaction(
    test.source,
    `INSERT INTO products (name, sku) SELECT 'Disc', 'MANY-' || n FROM generate_series(1, 300) AS n`,
  );
  const after = await read();
  expect(after).toHaveLength(before + 1);
  expect(after[0]).toMatchObject({ kind: 'product', operation: 'insert', userId: null, records: 300, title: 'Disc' });
});

it('says of a change of many records whether nothing is left to revert', async () => {
  await inTransaction(test.source, "INSERT INTO products (name, sku) VALUES ('One', 'UNDONE-1'), ('Two', 'UNDONE-2')");
  const [{ changeSet: created, undone }] = await read();
  const undoneOf = async (changeSet: string) => (await read()).find((entry) => entry.changeSet === changeSet)?.undone;
  await inTransaction(test.source, "DELETE FROM products WHERE sku = 'UNDONE-1'");
  expect([undone, await undoneOf(created)]).toEqual([false, false]);
  await inTransaction(test.source, "UPDATE products SET name = 'Changed' WHERE sku = 'UNDONE-2'");
  const [changed] = await read();
  await inTransaction(test.source, "DELETE FROM products WHERE sku = 'UNDONE-2'");
  expect([await undoneOf(created), await undoneOf(changed.changeSet)]).toEqual([true, false]);

  const [{ changeSet: deleted }] = await read();
  expect((await api.post(`/api/change-sets/${deleted}/revert`, {})).status).toBe(200);
  expect([await undoneOf(deleted), await undoneOf(created)]).toEqual([true, false]);
});

it('counts the records that got a response together', async () => {
  const ids: number[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await create('/api/problems', { ...thread, title }));
  const update = await create('/api/updates', { title: 'News', content: 'Text' });
  await api.post(`/api/updates/${update}/answers`, { items: ids.map((id) => ({ kind: 'problem', id })) });
  const [newest] = await read();
  expect(newest).toMatchObject({ kind: 'problem-response', records: 3, created: 0, deleted: 0, isExact: true });
});

it('says whether records of several kinds were changed together', async () => {
  const items: { kind: string; id: number }[] = [];
  for (const [kind, path] of [
    ['question', '/api/customer-questions'],
    ['problem', '/api/problems'],
    ['problem', '/api/problems'],
  ])
    items.push({ kind, id: await create(path, thread) });
  const update = await create('/api/updates', { title: 'News', content: 'Text' });
  await api.post(`/api/updates/${update}/answers`, { items });
  expect((await read())[0]).toMatchObject({ records: 3, hasOtherKinds: true });
  await undoNewest();
  await api.post(`/api/updates/${update}/answers`, { items: items.slice(1) });
  expect((await read())[0]).toMatchObject({ subjectKind: 'problem', records: 2, hasOtherKinds: false });
});

it('counts only the first 1,000 records of a change set', async () => {
  const insertMany = (count: number): Promise<unknown> =>
    inTransaction(
      test.source,
      `INSERT INTO products (name, sku) SELECT 'Disc', '${count}-' || n FROM generate_series(1, ${count}) AS n`,
    );
  await insertMany(MAX_COUNTED);
  expect((await read())[0]).toMatchObject({ records: 1000, isExact: true });
  await insertMany(MAX_COUNTED + 500);
  expect((await read())[0]).toMatchObject({ records: 1000, isExact: false });
});

it('has one entry for a transaction of which a part was taken back', async () => {
  const before = (await read({ kind: 'update' })).length;
  const insert = `INSERT INTO updates (title, content, created_by_id) VALUES ('News', 'Text', ${userId})`;
  await inTransaction(test.source, 'SAVEPOINT here', insert, 'ROLLBACK TO here', insert, insert);
  expect(await read({ kind: 'update' })).toHaveLength(before + 1);
});

it('goes on page by page', async () => {
  const whole = await read({ limit: 200 });
  const paged: ActivityDto[] = [];
  for (let path: string | null = '/api/activity?limit=2'; path !== null;) {
    const { body, headers }: { body: ActivityDto[]; headers: Headers } = await api.get<ActivityDto[]>(path);
    paged.push(...body);
    path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
  expect(paged).toEqual(whole);
});

it('answers only what was asked for', async () => {
  const product = await create('/api/products', buildProduct());
  const other = await test.signedIn();
  const question = (await other.post<{ id: number }>('/api/customer-questions', thread)).body.id;
  const otherId = (await other.get<{ id: number }>('/api/user')).body.id;
  expect((await read({ kind: 'product' }))[0]).toMatchObject({ subjectId: product });
  expect((await read({ kind: 'product' })).every(({ subjectKind }) => subjectKind === 'product')).toBe(true);
  expect((await read({ userId: otherId })).map(({ subjectKind, subjectId }) => [subjectKind, subjectId])).toEqual([
    ['question', question],
  ]);
  const [newest, ...older] = await read();
  expect(await read({ since: newest.at })).toHaveLength(1);
  expect((await read({ until: newest.at })).map(({ changeSet }) => changeSet)).toEqual(
    older.map(({ changeSet }) => changeSet),
  );
});

it('reads times as other lists do', async () => {
  const { status } = await api.get('/api/activity?since=2026-02-28T00:00:00.123456Z&until=2026-03-01T00:00%2B23:59');
  expect(status).toBe(200);
});

it.each([
  ['kind=car', 'There is no kind of record named car'],
  ['kind=Car', 'kind must be one kind of record, such as problem'],
  ['kind=question,problem', 'kind must be one kind of record, such as problem'],
  ['userId=0', 'userId must be a whole number'],
  ['since=yesterday', 'since must be a time'],
  ['until=2026-13-01T00:00:00Z', 'until must be a time'],
  ['operation=read', 'operation must be one of'],
  // A cursor of another list.
  ['limit=1&cursor=aWQ6NTE', 'cursor must come from the Link header'],
])('refuses %s', async (query, message) => {
  const { status, body } = await api.get<{ message: string }>(`/api/activity?${query}`);
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
});

it('leaves out what is only logged, such as webhooks', async () => {
  expect((await api.post('/api/webhooks', { url: 'https://shop.example/changes' })).status).toBe(201);
  const { body } = await api.get<{ changes: object[] }>('/api/changes?kind=webhook');
  expect(body.changes).toHaveLength(1);
  expect((await read({ limit: 200 })).filter(({ kind }) => kind === 'webhook')).toEqual([]);
});
