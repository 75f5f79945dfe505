import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { cloneDatabase } from '../../../test/support/database';

const password = 'secret password';

describe.each([
  ['invite', 'Registration needs an invitation. Please ask a colleague for one'],
  [
    'domain:Shop.example,example.com',
    'Registration is open to addresses at shop.example, example.com, and to others with an invitation',
  ],
])('REGISTRATION=%s', (REGISTRATION, refusal) => {
  let closed: TestApp;
  let staff: Api;
  const register = (email: string, more: object = {}, options = {}) =>
    closed.api().post('/api/register', { email, password, ...more }, options);

  beforeAll(async () => {
    closed = await startApp({ REGISTRATION, DATABASE_URL: await cloneDatabase() });
  });
  afterAll(() => closed.close());

  it('lets exactly one first user in', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => register(`${name}@first.example`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    staff = closed.api();
    const { body } = answers.find(({ status }) => status === 201)!;
    expect((await staff.post('/api/login', { email: body.email, password })).status).toBe(200);
  });

  it('refuses others with the reason', async () => {
    const answer = await register('stranger@elsewhere.example');
    expect([answer.status, answer.body.message]).toEqual([403, refusal]);
  });

  it('lets one person in by an invitation, which a failed attempt does not use up', async () => {
    const { status, body } = await staff.post<{ url: string; expiresAt: string }>('/api/invites');
    expect(status).toBe(201);
    expect((Date.parse(body.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    const { origin, pathname, searchParams } = new URL(body.url);
    expect([origin, pathname]).toEqual([closed.url, '/auth']);
    const invite = searchParams.get('invite');
    const stored = await closed.source.query('SELECT i::text AS row FROM invites i');
    expect(JSON.stringify(stored)).not.toContain(invite);
    const email = (await staff.get('/api/user')).body.email;
    expect((await register(email, { invite })).status).toBe(409);
    const headers = { 'Idempotency-Key': 'newcomer' };
    const answers = await Promise.all(
      ['x', 'y'].map((name) => register(`${name}@invited.example`, { invite }, { headers })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 403]);
    expect(answers.find((answer) => answer.status === 403)?.body.message).toBe(
      'This invitation has been used or has expired. Please ask for a new one',
    );
    const first = answers.find((answer) => answer.status === 201)!;
    expect((await register(first.body.email, { invite }, { headers })).body).toEqual(first.body);
  });

  it('takes no invitation that has expired or was never made', async () => {
    const { body } = await staff.post<{ url: string }>('/api/invites');
    await closed.source.query("UPDATE invites SET expires_at = now() - interval '1 second'");
    for (const invite of [new URL(body.url).searchParams.get('invite'), 'made-up'])
      expect((await register('late@invited.example', { invite })).status).toBe(403);
    expect((await register('late@invited.example', { invite: 'not one!' })).status).toBe(400);
  });

  it('looks at the domain of the address', async () => {
    const expected = REGISTRATION === 'invite' ? 403 : 201;
    expect((await register('someone@SHOP.example')).status).toBe(expected);
    for (const email of ['a@evil-shop.example', 'a@shop.example.evil.example', '"a@shop.example"@evil.example'])
      expect((await register(email)).status).not.toBe(201);
  });
});

it('lets nobody register when REGISTRATION=closed, not even the first', async () => {
  const closed = await startApp({ REGISTRATION: 'closed' });
  const answer = await closed.api().post('/api/register', { email: 'first@shop.example', password });
  expect([answer.status, answer.body.message]).toEqual([403, 'Registration is closed']);
  await closed.close();
});

it.each([null, 5, '', 'a b'])('refuses %j as an invitation, which may be left out', async (invite) => {
  const test = await startApp();
  const answer = await test.api().post('/api/register', { email: 'invited@shop.example', password, invite });
  expect([answer.status, answer.body.message]).toEqual([400, 'This is not an invitation']);
  await test.close();
});
