import { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { commonPasswordProblem } from './common-passwords';

const message = 'This password is one of the most common ones. Choose another one';

it.each(['123456', 'password', 'Password123', 'QWERTY123', 'Iloveyou', 'ｐａｓｓｗｏｒｄ'])(
  '%s is a common one',
  async (password) => expect(await commonPasswordProblem(password)).toBe(message),
);

it.each(['correct horse battery', 'password of the shop', 'zx81-lima-otter'])('%s is none', async (password) =>
  expect(await commonPasswordProblem(password)).toBeNull(),
);

describe('where people choose one', () => {
  let open: TestApp;
  let invited: TestApp;
  const account = { email: 'ann@shop.example', password: 'secret password' };
  beforeAll(async () => {
    open = await startApp({ REGISTRATION: 'open' });
    invited = await startApp({ DATABASE_URL: open.databaseUrl, REGISTRATION: 'invite' });
    await open.api().post('/api/register', account);
  });
  afterAll(async () => {
    await invited.close();
    await open.close();
  });

  it('is refused at a change of the password, which counts as no guess', async () => {
    const api = new Api(invited.url);
    await api.post('/api/login', account);
    for (let times = 0; times < 7; times++)
      expect(
        await api.post('/api/password', { currentPassword: account.password, newPassword: 'Password123' }),
      ).toMatchObject({ status: 400, body: { errors: [{ field: 'newPassword', message }] } });
    expect((await open.api().post('/api/login', account)).status).toBe(200);
  });

  it('is refused at registering by invitation, which stays good', async () => {
    const api = new Api(invited.url);
    await api.post('/api/login', account);
    const invite = new URL((await api.post('/api/invites')).body.url).searchParams.get('invite');
    const newcomer = { email: 'ben@shop.example', password: 'password123', invite };
    expect(await new Api(invited.url).post('/api/register', newcomer)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message }] },
    });
    expect((await new Api(invited.url).post('/api/register', { ...newcomer, invite: undefined })).status).toBe(403);
    const better = { ...newcomer, password: 'better password' };
    expect((await new Api(invited.url).post('/api/register', better)).status).toBe(201);
  });

  it('is taken where registration is open, and signs in ever after', async () => {
    const newcomer = { email: 'cleo@shop.example', password: 'password123' };
    expect((await open.api().post('/api/register', newcomer)).status).toBe(201);
    expect((await new Api(invited.url).post('/api/login', newcomer)).status).toBe(200);
  });
});
