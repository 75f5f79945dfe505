import { randomUUID } from 'node:crypto';
import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { expectOneTransaction, inTransaction, TABLES } from '../../test/support/change-log';
import { thread } from '../../test/support/write-calls';

let test: TestApp;
let api: Api;
let userId: number;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  userId = (await api.get<{ id: number }>('/api/user')).body.id;
});
afterAll(() => test.close());

it('also logs what comes past the API: without a user, one change set for each transaction', async () => {
  const { id } = (await api.post('/api/problems', thread)).body;
  const first = await inTransaction(
    test.source,
    `UPDATE problems SET title = 'One' WHERE id = ${id}`,
    'SAVEPOINT here',
    `UPDATE problems SET title = 'Never' WHERE id = ${id}`,
    'ROLLBACK TO here',
    `DELETE FROM problems WHERE id = ${id}`,
  );
  const second = await inTransaction(
    test.source,
    `INSERT INTO updates (title, content, created_by_id) VALUES ('Raw', 'Text', ${userId})`,
  );
  expect(first.map(({ operation, user_id }) => [operation, user_id])).toEqual([
    ['update', null],
    ['delete', null],
  ]);
  expect(second.map(({ operation, user_id }) => [operation, user_id])).toEqual([['insert', null]]);
  expect(new Set([...first, ...second].map(({ change_set }) => change_set)).size).toBe(2);
  await expectOneTransaction(test.source, second);
});

it.each(['2026-01-01T25:00:00+00:00', '2026-11-21T09:30:00+00:00'])(
  'answers the text %s as it was written',
  async (title) => {
    const { body, headers } = await api.post('/api/problems', { ...thread, title });
    const path = `/api/problems/${body.id}`;
    const [entry] = (await api.get(`${path}/history`)).body;
    expect(entry.after).toMatchObject({ title, createdAt: body.createdAt });
    const { changes } = (await api.get('/api/changes?order=newest&limit=1')).body;
    expect(changes[0].after).toMatchObject({ title, createdAt: body.createdAt });
    await api.patch(path, { title: 'Other' });
    const conflict = await api.post(`/api/change-sets/${headers.get('x-request-id')}/revert`);
    expect(conflict).toMatchObject({
      status: 409,
      body: { conflicts: [{ restore: null, current: { title: 'Other' } }] },
    });
  },
);

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
