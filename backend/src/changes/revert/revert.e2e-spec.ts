import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { revertCalls, setOf } from '../../../test/support/calls/revert-calls';
import { inTransaction } from '../../../test/support/change-log';
import { LinkCalls } from '../../../test/support/link-calls';
import { thread } from '../../../test/support/write-calls';
import type { ConflictDto } from '../../api/error.dto';

const MANY = 501;

let test: TestApp;
let api: Api;
let calls: LinkCalls;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  calls = new LinkCalls(api);
});
afterAll(() => test.close());

const { revertOf, responsesOf, skusOf } = revertCalls(() => ({ api, calls }));

const countOf = async (title: string): Promise<number> =>
  (await test.source.query<object[]>('SELECT FROM problems WHERE title = $1', [title])).length;

it('asks about no more later changes than can be chosen about, and keeps or takes back the others as before', async () => {
  await inTransaction(
    test.source,
    `INSERT INTO problems (title, description, created_by_id)
     SELECT 'Before', 'Text', min(users.id) FROM users, generate_series(0, ${MANY}) AS number GROUP BY number`,
  );
  const [{ change_set: changeSet }] = await inTransaction(test.source, "UPDATE problems SET title = 'Raw'");
  // The oldest record is decided on last.
  await inTransaction(test.source, `UPDATE problems SET title = 'Since' WHERE id > (SELECT min(id) FROM problems)`);
  const revert = (body: object, query = '') =>
    api.post<{ conflicts: ConflictDto[] }>(`/api/change-sets/${changeSet}/revert${query}`, body);
  const { status, body } = await revert({});
  expect([status, body.conflicts.length]).toEqual([409, 500]);
  const choices = body.conflicts.map(({ kind, recordId, field, version }, index) => {
    return { kind, recordId, field, version, take: index === 0 ? 'restore' : 'keep' };
  });
  // One is left that nobody was asked about.
  expect((await revert({ choices })).body.conflicts).toMatchObject([{ field: 'title', current: 'Since' }]);
  const stale = choices.map((one) => ({ ...one, version: one.version - 1 }));
  expect((await revert({ choices: stale, otherwise: 'keep' })).body.conflicts).toHaveLength(500);
  expect((await revert({ choices, otherwise: 'keep' }, '?dryRun=true')).status).toBe(200);
  expect(await countOf('Before')).toBe(0);
  expect((await revert({ choices, otherwise: 'keep' })).status).toBe(200);
  expect([await countOf('Before'), await countOf('Since')]).toEqual([2, MANY - 1]);
});

it.each([
  [{ take: 'restored' }, 'Choice 2: take must be one of restore, keep'],
  [{ version: -1 }, 'Choice 2: version must not be negative'],
  [{ why: 'no' }, 'Choice 2: it must have kind, recordId, field, version, take and nothing else'],
  [{ kind: undefined }, 'Choice 2: kind must be one kind of record, such as problem'],
])('says what is wrong with a choice of %j', async (wrong, message) => {
  const choice = { kind: 'problem', recordId: 1, field: 'title', version: 1, take: 'keep' };
  const { body } = await revertOf(randomUUID(), { choices: [choice, { ...choice, ...wrong }] });
  expect(body.message).toBe(message);
});

it('leaves out of a change of many steps what cannot come back, and takes that back too', async () => {
  const product = await calls.createProduct({ sku: 'UND-1234' });
  const recall = { title: 'Recall', content: 'Please send UND-1234 back.' };
  const update = (await api.post<{ id: number }>('/api/updates', recall)).body.id;
  const ids = [];
  for (let number = 0; number < 3; number++) ids.push(await calls.create('/api/problems'));
  const items = ids.map((id) => ({ kind: 'problem', id }));
  const { body } = await api.post<{ changeSet: string }>(`/api/updates/${update}/answers`, { items });
  const undone = (await revertOf(body.changeSet)).body.changeSet;
  await api.delete(`/api/problems/${ids[0]}`);
  await api.put(`/api/problems/${ids[1]}/products/${product.id}`, undefined);
  const tried = await api.post<{ changes: object[] }>(`/api/change-sets/${undone}/revert?dryRun=true`, {});
  expect([tried.status, tried.body.changes.length]).toEqual([200, 3]);
  const redone = await revertOf(undone);
  expect(redone.status).toBe(200);
  for (const id of ids.slice(1)) {
    expect(await responsesOf(id)).toMatchObject([{ updateId: update }]);
    expect(await skusOf('/api/problems', id)).toEqual(['UND-1234']);
  }
  expect(
    await test.source.query('SELECT FROM product_links WHERE kind = $2 AND record_id = $1', [ids[0], 'problem']),
  ).toEqual([]);
  expect((await revertOf(redone.body.changeSet)).status).toBe(200);
  expect(await Promise.all(ids.slice(1).map(responsesOf))).toEqual([[], []]);
  expect(await calls.linked('/api/problems', ids[1])).toMatchObject([{ source: 'person' }]);
});

it('goes on with what is unfinished behind one that cannot be finished', async () => {
  const [unknown, renamed] = [randomUUID(), randomUUID()];
  await test.source.query(
    `INSERT INTO changes (change_set, kind, record_id, subject_kind, subject_id, operation, version, before)
     VALUES ($1, 'gone', 1, 'gone', 1, 'delete', 1, '{}')`,
    [unknown],
  );
  const id = await calls.create('/api/problems', { title: 'Before' });
  const changed = await api.patch(`/api/problems/${id}`, { title: 'After' });
  for (const [changeSet, reverts] of [
    [unknown, unknown],
    [renamed, setOf(changed)],
  ])
    await test.source.query(
      `INSERT INTO stepwise_change_sets (change_set, reverts, user_id, next_entry, created_at)
       SELECT $1, $2, min(id), 9223372036854775807, now() - interval '1 minute' FROM users`,
      [changeSet, reverts],
    );
  const titleOf = async (): Promise<string> => (await api.get<{ title: string }>(`/api/problems/${id}`)).body.title;
  for (let tries = 0; tries < 100 && (await titleOf()) !== 'Before'; tries++) await sleep(100);
  expect(await titleOf()).toBe('Before');
  await test.source.query('DELETE FROM stepwise_change_sets WHERE change_set = $1', [unknown]);
});

it('asks before an older deletion of what was deleted again since is taken back', async () => {
  const id = await calls.create('/api/problems', { title: 'First' });
  const first = setOf(await api.delete(`/api/problems/${id}`));
  expect((await revertOf(first)).status).toBe(200);
  await api.patch(`/api/problems/${id}`, { title: 'Second' });
  const second = setOf(await api.delete(`/api/problems/${id}`));
  const { status, body } = await revertOf(first);
  const choice = { kind: 'problem', recordId: id, field: '*', version: 0 };
  expect([status, body.conflicts]).toMatchObject([409, [{ ...choice, restore: { title: 'First' }, current: null }]]);
  const title = async (): Promise<string> => (await api.get<{ title: string }>(`/api/problems/${id}`)).body.title;
  expect((await revertOf(second)).status).toBe(200);
  expect(await title()).toBe('Second');
  await api.delete(`/api/problems/${id}`);
  expect((await revertOf(first, { choices: [{ ...choice, take: 'restore' }] })).status).toBe(200);
  expect(await title()).toBe('First');
});

describe('only of one record', () => {
  const setsOf = async (sku: string): Promise<{ id: number; other: number; changeSet: string }> => {
    const rows = await inTransaction(
      test.source,
      `INSERT INTO products (sku, name) SELECT '${sku}-' || number, 'Two' FROM generate_series(1, 2) AS number`,
    );
    return { id: rows[0].recordId, other: rows[1].recordId, changeSet: rows[0].change_set };
  };
  const isThere = async (id: number): Promise<boolean> => (await api.get(`/api/products/${id}`)).status === 200;
  const only = (recordId: number) => ({ only: { kind: 'product', recordId } });

  it('deletes one of several that were created together, and brings one of several back, with its links', async () => {
    const { id, other, changeSet } = await setsOf('ONLY-1');
    const problem = await calls.create('/api/problems', { title: 'ONLY-1-1 and ONLY-1-2' });
    const tried = await api.post<{ changes: object[] }>(`/api/change-sets/${changeSet}/revert?dryRun=true`, only(id));
    expect(tried.body.changes).toMatchObject([{ kind: 'product', recordId: id }, { kind: 'product-link' }]);
    const deleted = await revertOf(changeSet, only(id));
    expect([deleted.status, await isThere(id), await isThere(other)]).toEqual([200, false, true]);
    expect(await skusOf('/api/problems', problem)).toEqual(['ONLY-1-2']);
    expect((await revertOf(deleted.body.changeSet)).status).toBe(200);
    expect(await isThere(id)).toBe(true);

    const all = (await revertOf(changeSet)).body.changeSet;
    expect([await isThere(id), await isThere(other)]).toEqual([false, false]);
    expect((await revertOf(all, only(other))).status).toBe(200);
    expect([await isThere(id), await isThere(other)]).toEqual([false, true]);
    expect(await skusOf('/api/problems', problem)).toEqual(['ONLY-1-2']);
    expect((await revertOf(all)).status).toBe(200);
    expect([await isThere(id), await isThere(other)]).toEqual([true, true]);
    expect(await skusOf('/api/problems', problem)).toEqual(['ONLY-1-1', 'ONLY-1-2']);
  });

  it('takes back one of the answers that were given in steps, at once', async () => {
    const update = (await api.post<{ id: number }>('/api/updates', { title: 'Recall', content: 'Text' })).body.id;
    const ids = [await calls.create('/api/problems'), await calls.create('/api/problems')];
    const items = ids.map((id) => ({ kind: 'problem', id }));
    const { body } = await api.post<{ changeSet: string }>(`/api/updates/${update}/answers`, { items });
    expect((await revertOf(body.changeSet, { only: { kind: 'problem', recordId: ids[0] } })).status).toBe(200);
    expect((await Promise.all(ids.map(responsesOf))).map(({ length }) => length)).toEqual([0, 1]);
  });

  it('answers 404 for a record that the change did not touch, and 400 for what is none', async () => {
    const { changeSet } = await setsOf('ONLY-2');
    expect((await revertOf(changeSet, { only: { kind: 'problem', recordId: 1 } })).status).toBe(404);
    for (const bad of [null, [], 'product', { kind: 'product' }, { kind: 'product', recordId: 1, more: 1 }])
      expect(await revertOf(changeSet, { only: bad })).toMatchObject({
        status: 400,
        body: { message: 'only must be a kind and a recordId' },
      });
  });
});

it('asks once about a created record that was changed since: it goes as a whole', async () => {
  const created = await api.post<{ id: number }>('/api/problems', thread);
  const { id } = created.body;
  await api.patch(`/api/problems/${id}`, { title: 'Since', snoozedUntil: '2027-01-01T08:00:00.000Z' });
  await api.post(`/api/problems/${id}/responses`, { response: 'Since' });
  const { status, body } = await revertOf(setOf(created));
  const current = { title: 'Since', snoozedUntil: '2027-01-01T08:00:00.000Z', parts: 1 };
  const conflict = { kind: 'problem', recordId: id, field: '*', version: 2, restore: null, current };
  expect([status, body.conflicts]).toEqual([409, [conflict]]);
  const choice = { kind: 'problem', recordId: id, field: '*', version: 2 };
  await revertOf(setOf(created), { choices: [{ ...choice, take: 'keep' }] });
  expect((await api.get(`/api/problems/${id}`)).status).toBe(200);
  await revertOf(setOf(created), { choices: [{ ...choice, take: 'restore' }] });
  expect((await api.get(`/api/problems/${id}`)).status).toBe(404);
});
