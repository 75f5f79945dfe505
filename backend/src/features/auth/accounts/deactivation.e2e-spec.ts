import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { EventStream } from '../../../../test/support/event-stream';
import { inside } from '../../../../test/support/processes/app-cluster';
import { TrustedDevices } from '../trusted-devices';

let test: TestApp;
let other: TestApp;
let api: Api;
let account: { email: string; password: string };
let leaver: Api;
let id: number;
let names = 0;

const ABSENT = 2147483647;
const status = async (client: Api): Promise<number> => (await client.get('/api/user')).status;
const deactivate = (client: Api, userId = id): Promise<any> => client.post(`/api/users/${userId}/deactivate`);
const reactivate = (client: Api, userId = id): Promise<any> => client.post(`/api/users/${userId}/reactivate`);
const idOf = async (client: Api): Promise<number> => (await client.get<{ id: number }>('/api/user')).body.id;
const signIn = ({ url }: TestApp, credentials = account): Promise<any> => new Api(url).post('/api/login', credentials);

beforeAll(async () => {
  const env = { REGISTRATION: 'domain:shop.example', WEBHOOK_TARGETS: 'any' };
  test = await startApp(env);
  other = await startApp({ ...env, DATABASE_URL: test.databaseUrl });
});
beforeEach(async () => {
  account = { email: `leaver${++names}@shop.example`, password: 'secret password' };
  leaver = test.api();
  ({ id } = (await leaver.post('/api/register', account)).body);
  api = await test.signedIn();
});
afterAll(async () => {
  await other.close();
  await test.close();
});

it('ends all that acts for them within 5 seconds, in the other process too', async () => {
  const { token } = (await leaver.post('/api/tokens', { name: 'CI', days: 1 })).body;
  const webhook = (await leaver.post('/api/webhooks', { url: 'https://shop.example/changes' })).body;
  const invite = new URL((await leaver.post('/api/invites')).body.url).searchParams.get('invite');
  const elsewhere = new Api(other.url);
  await elsewhere.post('/api/login', account);
  const stream = EventStream.open(elsewhere);
  await stream.until(() => stream.of('ready').length > 0);
  const clients = [
    leaver,
    elsewhere,
    Object.assign(test.api(), { token }),
    Object.assign(new Api(other.url), { token }),
  ];
  expect(await Promise.all(clients.map(status))).toEqual([200, 200, 200, 200]);

  const answer = await deactivate(api);
  const byId = await idOf(api);
  expect(answer).toMatchObject({
    status: 200,
    body: { id, deactivatedAt: expect.any(String), deactivatedById: byId },
  });

  expect(await Promise.all(clients.map(status))).toEqual([401, 401, 401, 401]);
  const endsBy = Date.now() + 5000;
  await stream.ended;
  expect(Date.now()).toBeLessThan(endsBy);
  expect((await api.get('/api/webhooks')).body).toMatchObject([{ id: webhook.id, active: false }]);
  const [stopped] = (await api.get(`/api/webhooks/${webhook.id}/history`)).body;
  expect(stopped).toMatchObject({ userId: byId, after: { active: false } });
  const newcomer = { email: 'friend@elsewhere.example', password: account.password, invite };
  expect((await new Api(other.url).post('/api/register', newcomer)).status).toBe(403);
});

it('stops a webhook of a colleague that they pointed elsewhere, until somebody else points it', async () => {
  const ids: number[] = [];
  for (const url of ['https://one.example/', 'https://two.example/', 'https://three.example/'])
    ids.push((await api.post('/api/webhooks', { url })).body.id);
  const [pointed, narrowed, taken] = ids.map((webhook) => `/api/webhooks/${webhook}`);
  await leaver.patch(pointed, { url: 'https://leaver.example/' });
  await api.patch(pointed, { kinds: ['update'] });
  await leaver.patch(narrowed, { kinds: ['update'] });
  await leaver.patch(taken, { url: 'https://leaver.example/' });
  await api.patch(taken, { url: 'https://shop.example/' });
  expect((await deactivate(api)).status).toBe(200);
  const { body } = await api.get<any[]>('/api/webhooks');
  expect(ids.map((webhook) => body.find((one) => one.id === webhook).active)).toEqual([false, true, true]);
});

inside('ends a session whose sign-in is still being answered', async () => {
  const late = test.api();
  const remember = jest.spyOn(TrustedDevices.prototype, 'remember').mockImplementationOnce(async () => {
    expect((await deactivate(api)).status).toBe(200);
  });
  expect((await late.post('/api/login', account)).status).toBe(200);
  expect(remember).toHaveBeenCalledTimes(1);
  remember.mockRestore();
  expect(await status(late)).toBe(401);
});

it.each([
  ['token', '/api/tokens', 'SELECT FROM tokens WHERE user_id = $1'],
  ['invitation', '/api/invites', 'SELECT FROM invites WHERE created_by_id = $1'],
])('makes no %s while the account is being closed', async (_what, path, made) => {
  const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const { sent } = await test.source.transaction(async (manager) => {
    await manager.query('UPDATE users SET closed_at = now() WHERE id = $1', [id]);
    const sent = leaver.post(path, { name: 'CI', days: 1 });
    const isAnswered = sent.then(() => true);
    const isWaiting = async (): Promise<boolean> => (await test.source.query<object[]>(waits)).length > 0;
    while (!(await Promise.race([isAnswered, isWaiting()]))) await sleep(10);
    return { sent };
  });
  expect((await sent).status).toBe(401);
  expect(await test.source.query(made, [id])).toEqual([]);
});

it('says why to who has the password, and to nobody else', async () => {
  await deactivate(api);
  for (const app of [test, other]) {
    const told = await signIn(app);
    expect(told).toMatchObject({
      status: 401,
      body: { message: 'This account is deactivated. A colleague can reactivate it' },
    });
    expect(told.headers.getSetCookie()).toEqual([]);
    const guess = await signIn(app, { ...account, password: 'another password' });
    const stranger = await signIn(app, { ...account, email: 'nobody@shop.example' });
    expect([guess.status, guess.body.message]).toEqual([stranger.status, stranger.body.message]);
    expect(guess.body.message).toBe('Invalid email or password');
  }
});

it('counts attempts with the right password, too', async () => {
  await deactivate(api);
  const statuses: number[] = [];
  for (let times = 0; times < 6; times++) statuses.push((await signIn(test)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

it('is taken back by any colleague; what was ended stays ended', async () => {
  const { token } = (await leaver.post('/api/tokens', { name: 'CI', days: 1 })).body;
  await deactivate(api);
  const answer = await reactivate(await test.signedIn());
  expect(answer).toMatchObject({ status: 200, body: { id, deactivatedAt: null, deactivatedById: null } });
  expect((await signIn(other)).status).toBe(200);
  expect(await status(leaver)).toBe(401);
  expect(await status(Object.assign(test.api(), { token }))).toBe(401);
});

it('may be done twice: the first one counts', async () => {
  const { body: first } = await deactivate(api);
  expect((await deactivate(await test.signedIn())).body).toEqual(first);
  expect((await reactivate(api)).status).toBe(200);
  expect((await reactivate(api)).status).toBe(200);
});

it('is not done to oneself, nor to nobody', async () => {
  expect(await deactivate(leaver)).toMatchObject({
    status: 409,
    body: { message: 'You cannot deactivate yourself. A colleague can' },
  });
  expect(await status(leaver)).toBe(200);
  expect((await deactivate(api, ABSENT)).status).toBe(404);
  expect((await reactivate(api, ABSENT)).status).toBe(404);
  expect((await api.post('/api/users/0/deactivate')).status).toBe(400);
});

it('of two who deactivate each other at once, one stays', async () => {
  for (let times = 0; times < 5; times++) {
    const [one, two] = [await test.signedIn(), await test.signedIn()];
    const twoElsewhere = Object.assign(new Api(other.url), { cookie: two.cookie });
    const [oneId, twoId] = [await idOf(one), await idOf(two)];
    const answers = await Promise.all([deactivate(one, twoId), deactivate(twoElsewhere, oneId)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    expect((await Promise.all([one, two].map(status))).sort()).toEqual([200, 401]);
  }
});
