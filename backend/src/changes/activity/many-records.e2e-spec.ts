import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { activityCalls } from '../../../test/support/calls/activity-calls';
import { recordCalls } from '../../../test/support/calls/record-calls';
import { inTransaction } from '../../../test/support/change-log';
import { thread } from '../../../test/support/write-calls';
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

const { read, undoNewest } = activityCalls(() => api);
const { create } = recordCalls(() => api);

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
