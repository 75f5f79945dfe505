import { Client, type Pool } from 'pg';
import { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { inside } from '../../../../test/support/processes/app-cluster';
import { poolOf } from '../../../database/data-source';

let test: TestApp;
let other: TestApp;
let account: { email: string; password: string };
let api: Api;
let names = 0;

interface Session {
  id: number;
  userAgent: string | null;
  signedInAt: string;
  lastUsedAt: string;
  expiresAt: string;
  isCurrent: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const list = async (client: Api): Promise<Session[]> => (await client.get<Session[]>('/api/sessions')).body;
const status = async (client: Api): Promise<number> => (await client.get('/api/user')).status;

async function signIn(userAgent?: string, { url } = test): Promise<Api> {
  const client = new Api(url);
  const headers = userAgent === undefined ? undefined : { 'User-Agent': userAgent };
  await client.send('POST', '/api/login', account, { headers });
  return client;
}

beforeAll(async () => {
  test = await startApp();
  other = await startApp({ DATABASE_URL: test.databaseUrl });
});
beforeEach(async () => {
  account = { email: `user${++names}@shop.example`, password: 'secret password' };
  api = test.api();
  await api.send('POST', '/api/register', account, { headers: { 'User-Agent': 'Firefox/150' } });
});
afterAll(async () => {
  await other.close();
  await test.close();
});

it('lists the sessions of who asks, this one first, without what they sign in with', async () => {
  await signIn('Chrome/180', other);
  await test.signedIn();
  const sessions = await list(api);
  expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
    ['Firefox/150', true],
    ['Chrome/180', false],
  ]);
  for (const { signedInAt, lastUsedAt, expiresAt } of sessions) {
    expect(Date.parse(expiresAt) - Date.parse(signedInAt)).toBe(7 * DAY_MS);
    expect(Math.abs(Date.now() - Date.parse(signedInAt))).toBeLessThan(60_000);
    expect(Math.abs(Date.now() - Date.parse(lastUsedAt))).toBeLessThan(60_000);
  }
  const [{ sid }] = await test.source.query("SELECT sid FROM sessions WHERE sess ->> 'userAgent' = 'Chrome/180'");
  expect(JSON.stringify(sessions)).not.toContain(sid);
});

inside('writes a session once', async () => {
  const query = jest.spyOn(Client.prototype, 'query');
  await signIn();
  const written = query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('INTO sessions'));
  query.mockRestore();
  expect(written).toHaveLength(1);
  expect(await list(api)).toHaveLength(2);
});

it('signs nobody in where the session cannot be written', async () => {
  await test.source.query('ALTER TABLE sessions ADD CONSTRAINT full_disk CHECK (false) NOT VALID');
  const { status: failed, headers } = await test.api().post('/api/login', account);
  await test.source.query('ALTER TABLE sessions DROP CONSTRAINT full_disk');
  expect([failed, headers.getSetCookie()]).toEqual([400, []]);
});

inside('signs nobody out while the socket of the database is missing', async () => {
  const failure = Object.assign(new Error('connect ENOENT /run/.s.PGSQL.5432'), { code: 'ENOENT', syscall: 'connect' });
  const connect = jest.spyOn(poolOf(test.source) as Pool, 'connect');
  connect.mockImplementation((done) => done(failure, undefined, () => undefined));
  const { status: failed, body } = await api.get('/api/user');
  connect.mockRestore();
  expect([failed, body.message]).toEqual([503, 'The database is away for a moment. Please try again']);
  expect(await status(api)).toBe(200);
});

it('keeps the beginning of a very long name of a browser', async () => {
  await signIn('x'.repeat(5000));
  expect((await list(api)).map(({ userAgent }) => userAgent?.length)).toEqual([11, 300]);
});

it('notes when a session is used, once a minute', async () => {
  const lastUsed = async (): Promise<Date> =>
    (await test.source.query('SELECT last_used_at FROM sessions WHERE sid = $1', [sidOf(api)]))[0].last_used_at;
  const set = (ago: string): Promise<unknown> =>
    test.source.query('UPDATE sessions SET last_used_at = now() - $2::interval WHERE sid = $1', [sidOf(api), ago]);
  await set('30 seconds');
  const recent = await lastUsed();
  await status(api);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await lastUsed()).toEqual(recent);
  await set('2 minutes');
  await status(api);
  while (Date.now() - (await lastUsed()).getTime() > 60_000) await new Promise((resolve) => setTimeout(resolve, 10));
});

it('ends one session, on every process', async () => {
  const [phone, laptop] = [await signIn('Phone'), await signIn('Laptop', other)];
  const { id } = (await list(api)).find(({ userAgent }) => userAgent === 'Laptop')!;
  expect((await api.delete(`/api/sessions/${id}`)).status).toBe(204);
  expect(await Promise.all([api, phone, laptop].map(status))).toEqual([200, 200, 401]);
  expect((await api.delete(`/api/sessions/${id}`)).status).toBe(404);
});

it('ends no session of somebody else, and not the one in use', async () => {
  const [{ id }] = await list(api);
  const stranger = await test.signedIn();
  expect((await stranger.delete(`/api/sessions/${id}`)).status).toBe(404);
  expect(await api.delete(`/api/sessions/${id}`)).toMatchObject({
    status: 409,
    body: { message: 'You are using this session. Log out to end it' },
  });
  expect(await status(api)).toBe(200);
});

it('ends all other sessions, and no token', async () => {
  const others = [await signIn(), await signIn('Laptop', other)];
  const stranger = await test.signedIn();
  const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
  expect((await api.delete('/api/sessions')).status).toBe(204);
  expect(await Promise.all([api, ...others, stranger].map(status))).toEqual([200, 401, 401, 200]);
  expect(await list(api)).toHaveLength(1);
  expect(await status(Object.assign(test.api(), { token }))).toBe(200);
});

it('is for a person who is signed in', async () => {
  const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
  const statuses = async (client: Api): Promise<number[]> => [
    (await client.get('/api/sessions')).status,
    (await client.delete('/api/sessions')).status,
    (await client.delete('/api/sessions/1')).status,
  ];
  expect(await statuses(Object.assign(test.api(), { token }))).toEqual([403, 403, 403]);
  expect(await statuses(test.api())).toEqual([401, 401, 401]);
});

function sidOf({ cookie }: Api): string {
  return /sid=s%3A([^.]+)/.exec(cookie)?.[1] ?? '';
}
