import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { auditSql } from '../records/record-type-sql';
import type { ChangeDto, ChangesDto } from './change.dto';

let test: TestApp;
let api: Api;

const history = async (id: number): Promise<ChangeDto[]> =>
  (await api.get<ChangeDto[]>(`/api/things/${id}/history`)).body;
const row = async (id: number): Promise<string> =>
  (
    await test.source.query<{ text: string }[]>('SELECT row_to_json(things)::text AS text FROM things WHERE id = $1', [
      id,
    ])
  )[0]?.text;
const revert = async (changeSet: string): Promise<number> =>
  (await api.post(`/api/change-sets/${changeSet}/revert`, {})).status;

/** The change set of a statement. */
async function changeSetOf(statement: string): Promise<string> {
  await test.source.query(statement);
  const [{ change_set: changeSet }] = await test.source.query<[{ change_set: string }]>(
    'SELECT change_set FROM changes ORDER BY id DESC LIMIT 1',
  );
  return changeSet;
}

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  await test.source.query(`
    CREATE TABLE things (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      price numeric NOT NULL,
      stock bigint NOT NULL DEFAULT 0,
      "Odd ""name" text,
      due date,
      checked timestamptz,
      seen_at text,
      version integer NOT NULL DEFAULT 1,
      twice numeric GENERATED ALWAYS AS (price * 2) STORED
    )`);
  await test.source.query(
    `INSERT INTO things (name, price, stock, "Odd ""name") VALUES ('Old', 1.10, 9007199254740993, 'x')`,
  );
  await test.source.query(auditSql({ kind: 'thing', table: 'things' }));
});
afterAll(() => test.close());

it('a table of a module of our own has the rows that were there before, and everything from then on', async () => {
  expect((await history(1)).map(({ operation, after }) => [operation, after?.name])).toEqual([['insert', 'Old']]);
  await test.source.query("UPDATE things SET name = 'New'");
  expect((await history(1)).map(({ operation, kind, version }) => [operation, kind, version])).toEqual([
    ['update', 'thing', 2],
    ['insert', 'thing', 1],
  ]);
  expect((await api.get('/api/things/2/history')).status).toBe(404);
});

it('a table of a module of our own has its values in the feed as the API answers them', async () => {
  await test.source.query(
    `UPDATE things SET price = 12.50, stock = 9007199254740995, due = '2026-11-24', checked = '2026-11-24 10:00:00.5+01', seen_at = 'the fair'`,
  );
  const [{ before, after }] = await history(1);
  expect(before).toEqual({
    price: '1.10',
    twice: '2.20',
    stock: '9007199254740993',
    due: null,
    checked: null,
    seenAt: null,
  });
  const [row] = await test.source.query<object[]>('SELECT price, stock, due::text, checked, twice FROM things');
  expect(after).toEqual({ ...JSON.parse(JSON.stringify(row)), seenAt: 'the fair' });
  expect(after).toMatchObject({ price: '12.50', due: '2026-11-24', checked: '2026-11-24T09:00:00.500Z' });
  await test.source.query('UPDATE things SET price = 1.10, stock = 9007199254740993');
});

it('a table of a module of our own holds the feed back as long as its rows are on their way', async () => {
  const { cursor } = (await api.get<ChangesDto>('/api/changes?limit=1000')).body;
  const kinds = async (): Promise<string[]> =>
    (await api.get<ChangesDto>(`/api/changes?after=${cursor}`)).body.changes.map(({ kind }) => kind);
  await test.source.transaction(async (manager) => {
    await manager.query(
      `CREATE TABLE others (id serial PRIMARY KEY, version integer NOT NULL DEFAULT 1);
       INSERT INTO others DEFAULT VALUES; ${auditSql({ kind: 'other', table: 'others' })}`,
    );
    await api.post('/api/problems', { title: 'Title', description: 'Text' });
    expect(await kinds()).toEqual([]);
  });
  expect(await kinds()).toEqual(['other', 'problem']);
});

it('a table of a module of our own is reverted to the last digit', async () => {
  const whole = await row(1);
  const version = (text: string): string => text.replace(/"version":\d+/, '');
  const changed = await changeSetOf(`UPDATE things SET price = 1.1, stock = 9007199254740992, "Odd ""name" = NULL`);
  expect(await revert(changed)).toBe(200);
  expect(version(await row(1))).toBe(version(whole));
  const deleted = await changeSetOf('DELETE FROM things');
  expect(await row(1)).toBeUndefined();
  expect(await revert(deleted)).toBe(200);
  expect(version(await row(1))).toBe(version(whole));
});

it('a table of a module of our own is gone, and the reverts of the others still work', async () => {
  await test.source.query('DROP TABLE things');
  const { body } = await api.post<{ id: number }>('/api/updates', { title: 'Title', content: 'Text' });
  const [{ changeSet }] = (await api.get<ChangeDto[]>(`/api/updates/${body.id}/history`)).body;
  expect(await revert(changeSet)).toBe(200);
});
