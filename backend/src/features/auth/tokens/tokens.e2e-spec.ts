import { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { buildDataUrl } from '../../../../test/support/factories';
import type { ChangeDto } from '../../../changes/change.dto';

let test: TestApp;
let other: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  other = await startApp({ DATABASE_URL: test.databaseUrl });
  api = await test.signedIn();
});
afterAll(async () => {
  await other.close();
  await test.close();
});

let names = 0;

async function newToken(
  owner = api,
  body: object = { name: `CI ${++names}`, days: 90 },
): Promise<{ id: number; name: string; token: string }> {
  return (await owner.post('/api/tokens', body)).body;
}

/** A client that signs in by a token. */
function by(token: string, { url }: { url: string } = test): Api {
  return Object.assign(new Api(url), { token });
}

const question = { title: 'Does it fit?', description: 'A Golf.' };
const tokensBefore = 'SELECT count(*)::integer AS sessions FROM sessions';

describe('tokens', () => {
  it('are told once, listed without their secret, and kept as a hash', async () => {
    const { id, token } = await newToken(api, { name: '  Nightly import ', days: 30 });
    expect(token).toMatch(/^ecom_[\w-]{43}$/);
    const [listed] = (await api.get('/api/tokens')).body;
    expect(listed).toEqual({
      id,
      name: 'Nightly import',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
    });
    expect(Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)).toBe(30 * 24 * 60 * 60 * 1000);
    const [row] = await test.source.query<{ sha256: Buffer }[]>(
      'SELECT *, to_jsonb(tokens)::text AS all FROM tokens WHERE id = $1',
      [id],
    );
    expect(row.sha256).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(token.slice(5));
  });

  it.each([
    [{ name: 'x', days: 0 }, 'Days must be a whole number from 1 to 365'],
    [{ name: 'x', days: 366 }, 'Days must be a whole number from 1 to 365'],
    [{ name: 'x', days: '7' }, 'Days must be a whole number from 1 to 365'],
    [{ name: 'x' }, 'Days must be a whole number from 1 to 365'],
    [{ name: ' ', days: 7 }, 'Name is required'],
  ])('refuses %j', async (body, message) => {
    expect(await api.post('/api/tokens', body)).toMatchObject({ status: 400, body: { message } });
  });

  it('have a name of their own, and are at most a hundred', async () => {
    const owner = await test.signedIn();
    await newToken(owner, { name: 'CI', days: 1 });
    expect(await owner.post('/api/tokens', { name: 'CI', days: 1 })).toMatchObject({
      status: 409,
      body: { message: 'You have a token of this name already' },
    });
    expect((await api.post('/api/tokens', { name: 'CI', days: 1 })).status).toBe(201);
    await test.source.query(
      "INSERT INTO tokens (user_id, name, sha256, expires_at) SELECT $1, n, sha256(n::text::bytea), now() + interval '1 day' FROM generate_series(1, 99) AS n",
      [(await owner.get('/api/user')).body.id],
    );
    expect((await owner.post('/api/tokens', { name: 'one more', days: 1 })).status).toBe(409);
  });

  it('are at most a hundred, also when many are asked for at once on two processes', async () => {
    const owner = await test.signedIn();
    await test.source.query(
      "INSERT INTO tokens (user_id, name, sha256, expires_at) SELECT $1, n, sha256(('r' || n)::bytea), now() + interval '1 day' FROM generate_series(1, 99) AS n",
      [(await owner.get('/api/user')).body.id],
    );
    const elsewhere = Object.assign(other.api(), { cookie: owner.cookie });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? owner : elsewhere).post('/api/tokens', { name: `at once ${index}`, days: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    expect((await owner.get('/api/tokens')).body).toHaveLength(100);
  });

  it('of others are neither listed nor revoked', async () => {
    const { id, token } = await newToken();
    const stranger = await test.signedIn();
    expect((await stranger.get('/api/tokens')).body).toEqual([]);
    expect((await stranger.delete(`/api/tokens/${id}`)).status).toBe(404);
    expect((await by(token).get('/api/user')).status).toBe(200);
  });
});

describe('a request with a token', () => {
  it('acts on behalf of its user, makes no session and sets no cookie', async () => {
    const { token } = await newToken();
    const [before] = await test.source.query(tokensBefore);
    const client = by(token);
    const answer = await client.get('/api/user');
    expect(answer.body).toEqual((await api.get('/api/user')).body);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const photo = await client.post('/api/problems', {
      ...question,
      images: [await buildDataUrl({ width: 900, height: 900 })],
    });
    expect([photo.status, photo.headers.getSetCookie()]).toEqual([201, []]);
    expect(await test.source.query(tokensBefore)).toEqual([before]);
  });

  it('is one of the token, whoever the cookie beside it belongs to', async () => {
    const { token } = await newToken();
    const stranger = await test.signedIn();
    const both = { headers: { Authorization: `Bearer ${token}` } };
    expect((await stranger.get('/api/user', both)).body.email).toBe((await api.get('/api/user')).body.email);
    // A bad token is not made good by a cookie.
    for (const Authorization of ['Bearer ecom_nothing', 'bearer', 'Bearer ', `Bearer ${token}x`])
      expect((await stranger.get('/api/user', { headers: { Authorization } })).status).toBe(401);
    expect((await stranger.get('/api/user', { headers: { Authorization: 'Basic Og==' } })).status).toBe(200);
  });

  it('may come from anywhere: a page of another site cannot have the token', async () => {
    const { token } = await newToken();
    const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await by(token).post('/api/customer-questions', question, { headers })).status).toBe(201);
    expect((await api.post('/api/customer-questions', question, { headers })).status).toBe(403);
    expect(
      (
        await api.post('/api/customer-questions', question, {
          headers: { ...headers, Authorization: 'Bearer ecom_nothing' },
        })
      ).status,
    ).toBe(401);
  });

  it('goes on when its user signs out in all browsers', async () => {
    const owner = await test.signedIn();
    const { token } = await newToken(owner);
    await owner.post('/api/logout-everywhere');
    expect((await by(token).get('/api/user')).status).toBe(200);
  });

  it('manages no tokens, sessions, passwords and invitations', async () => {
    const { id, token } = await newToken();
    const client = by(token);
    const account = { email: 'by-token@shop.example', password: 'secret password' };
    const refused = [
      await client.get('/api/tokens'),
      await client.post('/api/tokens', { name: 'another', days: 365 }),
      await client.delete(`/api/tokens/${id}`),
      await client.post('/api/invites'),
      await client.post('/api/logout-everywhere'),
      await client.post('/api/password', { currentPassword: account.password, newPassword: account.password }),
      await client.post('/api/logout'),
      await client.post('/api/register', account),
      await client.post('/api/login', account),
      await by('ecom_nothing').post('/api/logout'),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await client.get('/api/user')).status).toBe(200);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['expired', (id) => test.source.query('UPDATE tokens SET expires_at = now() WHERE id = $1', [id])],
    ['revoked', (id) => api.delete(`/api/tokens/${id}`)],
  ])('is 401 at once on every process when it has %s', async (_how, end) => {
    const { id, token } = await newToken();
    const clients = [by(token), by(token, other)];
    for (const client of clients) expect((await client.get('/api/user')).status).toBe(200);
    await end(id);
    for (const client of clients) {
      const { status, headers, body } = await client.get('/api/user');
      expect([status, headers.get('www-authenticate'), body.message]).toEqual([
        401,
        'Bearer error="invalid_token"',
        'This token is not known, or it has ended',
      ]);
    }
    const large = { ...question, description: 'x'.repeat(20_000) };
    expect(await clients[0].post('/api/customer-questions', large)).toMatchObject({
      status: 401,
      body: { message: 'This token is not known, or it has ended' },
    });
  });

  it('notes its use at most once a minute', async () => {
    const { id, token } = await newToken();
    const used = async (): Promise<Date | null> =>
      (await test.source.query<{ at: Date | null }[]>('SELECT last_used_at AS at FROM tokens WHERE id = $1', [id]))[0]
        .at;
    await by(token).get('/api/user');
    while (!(await used())) await new Promise((resolve) => setTimeout(resolve, 5));
    const first = await used();
    await by(token).get('/api/user');
    await by(token).get('/api/user');
    expect(await used()).toEqual(first);
    await test.source.query("UPDATE tokens SET last_used_at = now() - interval '61 seconds' WHERE id = $1", [id]);
    await by(token).get('/api/user');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await used())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity);
  });

  it('is named in the change log, also when the token is gone', async () => {
    const { id, name, token } = await newToken();
    const { body } = await by(token).post('/api/customer-questions', question);
    await by(token).patch(`/api/customer-questions/${body.id}/status`, { status: 'resolved' });
    await api.patch(`/api/customer-questions/${body.id}/status`, { status: 'open' });
    await api.delete(`/api/tokens/${id}`);
    const history = (await api.get<ChangeDto[]>(`/api/customer-questions/${body.id}/history`)).body;
    expect(history.map(({ tokenName, userEmail }) => [tokenName, userEmail])).toEqual(
      [null, name, name].map((tokenName) => [tokenName, history[0].userEmail]),
    );
  });

  it('listens to events until the token ends', async () => {
    const { id, token } = await newToken();
    const response = await fetch(`${other.url}/api/events`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(20_000),
    });
    expect(response.status).toBe(200);
    await api.delete(`/api/tokens/${id}`);
    // It resolves when the server ends the stream, with its next beat.
    expect(await response.text()).toContain('event: ready');
  });
});
