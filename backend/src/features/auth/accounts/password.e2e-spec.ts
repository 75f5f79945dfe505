import { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { holdAttempts } from '../../../../test/support/sign-in-limits';

let test: TestApp;
let other: TestApp;
let account: { email: string; password: string };
let api: Api;
let names = 0;

const password = 'secret password';
const change = (client: Api, currentPassword: unknown, newPassword: unknown = 'another password'): Promise<any> =>
  client.post('/api/password', { currentPassword, newPassword });
const status = async (client: Api, path = '/api/user'): Promise<number> => (await client.get(path)).status;

async function signIn(credentials = account, { url } = test): Promise<Api> {
  const client = new Api(url);
  await client.post('/api/login', credentials);
  return client;
}

beforeAll(async () => {
  test = await startApp();
  other = await startApp({ DATABASE_URL: test.databaseUrl });
});
beforeEach(async () => {
  account = { email: `changer${++names}@shop.example`, password };
  api = test.api();
  await api.post('/api/register', account);
});
afterAll(async () => {
  await other.close();
  await test.close();
});

it('changes the password and ends the other sessions, on every process', async () => {
  const others = [await signIn(), await signIn(account, other)];
  const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
  expect((await change(api, password)).status).toBe(200);
  expect(await Promise.all([api, ...others].map((client) => status(client)))).toEqual([200, 401, 401]);
  expect(await status(Object.assign(test.api(), { token }))).toBe(200);
  expect(await status(await signIn())).toBe(401);
  expect(await status(await signIn({ ...account, password: 'another password' }, other))).toBe(200);
});

it('ends a session that begins with the old password at the same time', async () => {
  const clients: Api[] = [];
  let changed = false;
  const attacker = async (app: TestApp): Promise<void> => {
    while (!changed) {
      const client = await signIn(account, app);
      if (client.cookie) clients.push(client);
    }
  };
  const enough = async (): Promise<void> => {
    while (!changed && clients.length < 6) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const attackers = Promise.all([attacker(test), attacker(other), attacker(other)]);
  try {
    await Promise.race([enough(), attackers]);
    expect((await change(api, password)).status).toBe(200);
  } finally {
    changed = true;
  }
  await attackers;
  expect(new Set(await Promise.all(clients.map((client) => status(client))))).toEqual(new Set([401]));
});

it('counts guesses as at signing in, and those of strangers elsewhere', async () => {
  for (let times = 0; times < 6; times++) await test.api().post('/api/login', { ...account, password: 'a wrong one' });
  for (let times = 0; times < 5; times++)
    expect(await change(api, 'a wrong one')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'currentPassword', message: 'This is not your current password' }] },
    });
  await holdAttempts(test.source);
  const refused = await change(api, password);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
});

it.each([
  [undefined, '12345', { currentPassword: 'Current password must be at least 6 characters' }],
  [password, undefined, { newPassword: 'New password must be at least 6 characters' }],
  [password, 'x'.repeat(1025), { newPassword: 'New password must be at most 1024 characters' }],
  [password, 'has a \0 in it', { newPassword: 'New password must not contain the NUL character' }],
])('refuses %j and %j', async (current, next, messages) => {
  const answer = await api.post('/api/password', { currentPassword: current, newPassword: next });
  expect(answer.status).toBe(400);
  const told = answer.body.errors.map(({ field, message }: Record<string, string>) => [field, message]);
  expect(Object.fromEntries(told)).toMatchObject(messages);
});

it('is for a person who is signed in', async () => {
  const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
  expect((await change(Object.assign(test.api(), { token }), password)).status).toBe(403);
  expect((await change(test.api(), password)).status).toBe(401);
  expect(await status(api)).toBe(200);
});
