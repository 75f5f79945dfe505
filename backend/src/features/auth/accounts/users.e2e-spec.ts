import { startApp, type TestApp } from '../../../../test/support/app';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const names = 'UPDATE users SET display_name = $2 WHERE id = $1';
const close = 'UPDATE users SET closed_at = $2 WHERE id = $1';

it('lists the members of staff, without anything secret', async () => {
  const api = test.api();
  const register = async (email: string): Promise<number> =>
    (await test.api().post('/api/register', { email, password: 'secret password' })).body.id;
  const { body: user } = await api.post('/api/register', { email: 'ann@shop.example', password: 'secret password' });
  const [ben, cleo] = [await register('ben@shop.example'), await register('cleo@shop.example')];
  await test.source.query(names, [ben, 'Ben Okafor']);
  await test.source.query(close, [cleo, '2026-03-04T05:06:07Z']);
  const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
  for (const reader of [api, Object.assign(test.api(), { token })])
    expect(await reader.get('/api/users')).toMatchObject({
      status: 200,
      body: [
        { id: user.id, email: 'ann@shop.example', name: null, deactivatedAt: null },
        { id: ben, email: 'ben@shop.example', name: 'Ben Okafor', deactivatedAt: null },
        { id: cleo, email: 'cleo@shop.example', name: null, deactivatedAt: '2026-03-04T05:06:07.000Z' },
      ],
    });
  const { body } = await api.get<object[]>('/api/users');
  expect(body.map((person) => Object.keys(person).sort())).toEqual(
    body.map(() => ['deactivatedAt', 'email', 'id', 'name']),
  );
});

it('is for who is signed in', async () => expect((await test.api().get('/api/users')).status).toBe(401));
