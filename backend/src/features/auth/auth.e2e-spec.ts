import { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { direct } from '../../../test/support/processes/app-cluster';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

const password = 'secret password';

describe('register', () => {
  it('creates a user and signs in', async () => {
    const api = test.api();
    const answer = await api.post('/api/register', { email: ' Anna@Shop.example ', password });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.any(Number), email: 'Anna@Shop.example' });
    expect((await api.get('/api/user')).body).toEqual(answer.body);
  });

  it('keeps an argon2id hash, never the password', async () => {
    await test.api().post('/api/register', { email: 'hash@shop.example', password });
    const [{ password: stored }] = await test.source.query(
      "SELECT password FROM users WHERE email = 'hash@shop.example'",
    );
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('takes long passwords of any characters, and looks at the whole of them', async () => {
    const long = { email: 'long@shop.example', password: `${' ü 😀 漢字 %00 \\'.repeat(80)}`.slice(0, 1000) };
    expect((await test.api().post('/api/register', long)).status).toBe(201);
    expect((await test.api().post('/api/login', { ...long, password: long.password.slice(0, -1) })).status).toBe(401);
    expect((await test.api().post('/api/login', { ...long, password: long.password.toUpperCase() })).status).toBe(401);
    expect((await test.api().post('/api/login', long)).status).toBe(200);
  });

  it('answers 409 for an e-mail that is taken, whatever its case', async () => {
    await test.api().post('/api/register', { email: 'taken@shop.example', password });
    const answer = await test.api().post('/api/register', { email: 'TAKEN@shop.EXAMPLE', password });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('This email address is already registered');
  });

  it('lets one of many win who register the same e-mail at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => test.api().post('/api/register', { email: 'race@shop.example', password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});

describe.each(['/api/register', '/api/login'])('%s refuses', (path) => {
  it.each([
    [{ email: 'nobody', password }, ['Invalid email address']],
    [{ password }, ['Invalid email address']],
    [{ email: 'a@shop.example', password: '12345' }, ['Password must be at least 6 characters']],
    [{ email: 'a@shop.example' }, ['Password must be at least 6 characters']],
    [{}, ['Invalid email address', 'Password must be at least 6 characters']],
    [{ email: 5, password: ['a'] }, ['Invalid email address', 'Password must be at least 6 characters']],
    [{ email: 'a@shop.example', password: 'has a \0 in it' }, ['Password must not contain the NUL character']],
    [{ email: 'a@shop.example', password: 'x'.repeat(1025) }, ['Password must be at most 1024 characters']],
  ])('%j', async (body, messages) => {
    const answer = await test.api().post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(messages.join('. '));
    expect(answer.body.errors.map(({ message }: { message: string }) => message)).toEqual(messages);
    expect(answer.body.error).toBe('Bad Request');
  });

  it('a missing body', async () => expect((await test.api().post(path)).status).toBe(400));

  it('fields it does not know', async () => {
    const answer = await test.api().post(path, { email: 'b@shop.example', password, admin: true });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('admin is not a field of this request');
  });
});

describe('login', () => {
  beforeAll(() => test.api().post('/api/register', { email: 'login@shop.example', password }));

  it('signs in, whatever the case of the e-mail', async () => {
    const api = test.api();
    const answer = await api.post('/api/login', { email: 'LOGIN@shop.example', password });
    expect(answer.status).toBe(200);
    expect(answer.body.email).toBe('login@shop.example');
    expect((await api.get('/api/user')).status).toBe(200);
  });

  it.each([
    ['login@shop.example', 'wrong password'],
    ['unknown@shop.example', password],
  ])('answers the same 401 for %s with %s', async (email, given) => {
    const answer = await test.api().post('/api/login', { email, password: given });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Invalid email or password',
      requestId: answer.headers.get('x-request-id'),
    });
  });

  direct('gives a new session id, and the cookie is HttpOnly, SameSite=Lax and not Secure without HTTPS', async () => {
    const api = test.api();
    await api.post('/api/login', { email: 'login@shop.example', password });
    const before = api.cookie;
    const answer = await api.post('/api/login', { email: 'login@shop.example', password });
    expect(api.cookie).not.toBe(before);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    expect((await sessionOf(before).get('/api/user')).status).toBe(401);
  });

  it('marks the cookie Secure behind a trusted proxy that speaks HTTPS', async () => {
    const proxied = await startApp({ TRUST_PROXY: 1 });
    const body = { email: 'proxy@shop.example', password };
    const answer = await proxied.api().post('/api/register', body, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure/);
    await proxied.close();
  });

  it.each([
    ['a form post', 'application/x-www-form-urlencoded', 'email=login%40shop.example&password=secret+password'],
    ['plain text', 'text/plain', JSON.stringify({ email: 'login@shop.example', password })],
  ])('refuses %s with 415', async (_name, type, raw) => {
    const answer = await test.api().post('/api/login', undefined, { raw, headers: { 'Content-Type': type } });
    expect(answer.status).toBe(415);
  });

  it('refuses what comes from another site with 403', async () => {
    const answer = await test
      .api()
      .post('/api/login', { email: 'login@shop.example', password }, { headers: { Origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
  });

  it('refuses a body that is not JSON with 400 and a large one with 413', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await test.api().post('/api/login', undefined, { raw: '{"email":', headers })).body.message).toBe(
      'The body is not valid JSON',
    );
    expect((await test.api().post('/api/login', undefined, { raw: '[]', headers })).status).toBe(400);
    const packed = { raw: '{}', headers: { ...headers, 'Content-Encoding': 'gzip' } };
    expect(await test.api().post('/api/login', undefined, packed)).toMatchObject({
      status: 415,
      body: { message: 'The body must be plain JSON in UTF-8' },
    });
    const large = await test.api().post('/api/login', { email: 'a@b.example', password: 'x'.repeat(20_000) });
    expect([large.status, large.body.message]).toEqual([413, 'The request is too large']);
    expect((await test.api().post('/api/logout', { password: 'x'.repeat(20_000) })).status).toBe(413);
    const elsewhere = await test.api().post('/api/updates', { title: 'x', content: 'x'.repeat(20_000) });
    expect([elsewhere.status, elsewhere.body.message]).toEqual([401, 'Sign in first']);
  });
});

describe('logout', () => {
  it('ends the session for good', async () => {
    const api = await test.signedIn();
    const before = api.cookie;
    expect((await api.post('/api/logout')).status).toBe(200);
    expect((await sessionOf(before).get('/api/user')).status).toBe(401);
  });

  it('does nothing without a session', async () => expect((await test.api().post('/api/logout')).status).toBe(200));
});

describe('logout-everywhere', () => {
  it("ends every session of the user on every process, streams too, and nobody else's", async () => {
    const other = await startApp({ DATABASE_URL: test.databaseUrl });
    const body = { email: 'everywhere@shop.example', password };
    const here = test.api();
    await here.post('/api/register', body);
    const there = new Api(other.url);
    await there.post('/api/login', body);
    const somebodyElse = await test.signedIn();
    const stream = await fetch(`${other.url}/api/events`, { headers: { Cookie: there.cookie } });
    const before = here.cookie;
    expect((await here.post('/api/logout-everywhere')).status).toBe(200);
    for (const [url, cookie] of [
      [test.url, before],
      [other.url, before],
      [test.url, there.cookie],
      [other.url, there.cookie],
    ]) {
      expect((await fetch(`${url}/api/user`, { headers: { Cookie: cookie } })).status).toBe(401);
    }
    expect((await somebodyElse.get('/api/user')).status).toBe(200);
    expect(await stream.text()).toContain('event: ready');
    await other.close();
  });

  it('is for signed-in people alone', async () =>
    expect((await test.api().post('/api/logout-everywhere')).status).toBe(401));
});

it('answers 401 signed out, with a forged and with an unknown session', async () => {
  const answer = await test.api().get('/api/user');
  expect(answer.status).toBe(401);
  expect(answer.body).toEqual({
    statusCode: 401,
    error: 'Unauthorized',
    message: 'Sign in first',
    requestId: answer.headers.get('x-request-id'),
  });
  expect((await sessionOf('sid=s%3Aforged.signature').get('/api/user')).status).toBe(401);
});

it('keeps sessions over a restart of the app, since they and their secret are in the database', async () => {
  const api = await test.signedIn();
  const again = await startApp({ DATABASE_URL: test.databaseUrl });
  const client = new Api(again.url);
  client.cookie = api.cookie;
  expect((await client.get('/api/user')).status).toBe(200);
  await again.close();
});

function sessionOf(cookie: string): Api {
  const api = test.api();
  api.cookie = cookie;
  return api;
}
