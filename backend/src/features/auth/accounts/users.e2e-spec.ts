import type { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';

let test: TestApp;
let api: Api;
let id: number;
let names = 0;

const password = 'secret password';

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  api = test.api();
  ({ id } = (await api.post('/api/register', { email: `ann${++names}@shop.example`, password })).body);
});
afterAll(() => test.close());

it('lists the members of staff, without anything secret', async () => {
  const colleague = (await test.api().post('/api/register', { email: 'ben@shop.example', password })).body.id;
  await test.source.query('UPDATE users SET display_name = $2, closed_at = $3, closed_by_id = $4 WHERE id = $1', [
    colleague,
    'Ben Okafor',
    '2026-03-04T05:06:07Z',
    id,
  ]);
  const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
  for (const reader of [api, Object.assign(test.api(), { token })])
    expect(await reader.get('/api/users')).toMatchObject({
      status: 200,
      body: [
        { id, email: `ann${names}@shop.example`, name: null, deactivatedAt: null, deactivatedById: null },
        {
          id: colleague,
          email: 'ben@shop.example',
          name: 'Ben Okafor',
          deactivatedAt: '2026-03-04T05:06:07.000Z',
          deactivatedById: id,
        },
      ],
    });
  const { body } = await api.get<object[]>('/api/users');
  expect(new Set(body.flatMap((person) => Object.keys(person)))).toEqual(
    new Set(['id', 'email', 'name', 'deactivatedAt', 'deactivatedById']),
  );
});

it.each([
  ['  Anna Keller ', 'Anna Keller'],
  ['😀'.repeat(80), '😀'.repeat(80)],
  ['   ', null],
  [null, null],
])('takes %j for a display name', async (given, name) => {
  await api.patch('/api/user', { name: 'Before' });
  expect(await api.patch('/api/user', { name: given })).toMatchObject({ status: 200, body: { id, name } });
  expect((await api.patch('/api/user', {})).body.name).toBe(name);
  expect((await test.source.query('SELECT display_name FROM users WHERE id = $1', [id]))[0].display_name).toBe(name);
});

it('leaves the display names of others alone, and what the session says of one', async () => {
  const other = await test.signedIn();
  await api.patch('/api/user', { name: 'Anna' });
  const { body: user } = await other.get<{ id: number }>('/api/user');
  const { body } = await other.get<{ id: number; name: string | null }[]>('/api/users');
  expect(body.find((person) => person.id === user.id)?.name).toBeNull();
  expect((await api.get('/api/user')).body).toEqual({ id, email: `ann${names}@shop.example` });
});

it.each([
  ['x'.repeat(81), 'Name must be at most 80 characters'],
  ['a\0b', 'Name must not contain the NUL character'],
  [7, 'Name must be text'],
])('refuses %j for a display name', async (name, message) =>
  expect(await api.patch('/api/user', { name })).toMatchObject({ status: 400, body: { message } }),
);

it('takes no other field', async () => {
  expect((await api.patch('/api/user', { email: 'boss@shop.example' })).status).toBe(400);
});

it('is for a person who is signed in; a token reads the list alone', async () => {
  const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
  const program = Object.assign(test.api(), { token });
  const calls = (client: Api): Promise<number[]> =>
    Promise.all(
      [
        client.get('/api/users'),
        client.patch('/api/user', { name: 'X' }),
        client.post(`/api/users/${id}/deactivate`),
        client.post(`/api/users/${id}/reactivate`),
      ].map(async (answer) => (await answer).status),
    );
  expect(await calls(program)).toEqual([200, 403, 403, 403]);
  expect(await calls(test.api())).toEqual([401, 401, 401, 401]);
});
