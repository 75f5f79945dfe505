import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { printedBy } from '../../../../test/support/command';
import { runUsers } from './users-command';

let test: TestApp;
let other: TestApp;
let account: { email: string; password: string };
let api: Api;
let userId: number;
let names = 0;

const password = 'secret password';
const status = async (client: Api): Promise<number> => (await client.get('/api/user')).status;

async function signIn(credentials = account, { url } = test): Promise<Api> {
  const client = new Api(url);
  await client.post('/api/login', credentials);
  return client;
}

const terminal = (): Readable => Object.assign(Readable.from([]), { isTTY: true });

/** What the command prints at a terminal; with an `input`, that is piped into it. */
function users(args: string[], input: string | Readable = terminal()): Promise<string> {
  return printedBy(test.databaseUrl, () => runUsers(args, typeof input === 'string' ? Readable.from([input]) : input));
}

beforeAll(async () => {
  test = await startApp({ REGISTRATION: 'domain:shop.example', WEBHOOK_TARGETS: 'any' });
  other = await startApp({ DATABASE_URL: test.databaseUrl, REGISTRATION: 'domain:shop.example' });
});
beforeEach(async () => {
  account = { email: `leaver${++names}@shop.example`, password };
  api = test.api();
  userId = (await api.post('/api/register', account)).body.id;
});
afterAll(async () => {
  await other.close();
  await test.close();
});

describe('close', () => {
  let server: Server;
  let received: number;
  beforeEach(async () => {
    received = 0;
    server = createServer((_request, response) => response.writeHead(++received && 204).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('ends all at once: a closed account can do nothing, on a second process either', async () => {
    const { token } = (await api.post('/api/tokens', { name: 'CI', days: 1 })).body;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const webhook = (await api.post('/api/webhooks', { url })).body;
    const invite = new URL((await api.post('/api/invites')).body.url).searchParams.get('invite');
    const { body: problem } = await api.post('/api/problems', { title: 'Mine', description: 'Text' });
    const colleague = await test.signedIn();
    const clients = [api, await signIn(account, other)].flatMap((client) => [
      client,
      Object.assign(new Api(other.url), { cookie: client.cookie }),
    ]);
    for (const { url: address } of [test, other]) clients.push(Object.assign(new Api(address), { token }));
    const stream = await fetch(`${other.url}/api/events`, { headers: { Cookie: api.cookie } });
    while (received === 0) await new Promise((resolve) => setTimeout(resolve, 10));

    expect(await users(['close', ` ${account.email.toUpperCase()} `])).toBe(
      `The account ${account.email} is closed. Ended: 2 sessions, 1 access token, 1 webhook, 1 open invitation.`,
    );

    expect(await Promise.all(clients.map(status))).toEqual(clients.map(() => 401));
    for (const app of [test, other]) {
      expect(await status(await signIn(account, app))).toBe(401);
      expect((await new Api(app.url).post('/api/register', account)).status).toBe(409);
      const newcomer = { email: 'friend@elsewhere.example', password, invite };
      expect((await new Api(app.url).post('/api/register', newcomer)).status).toBe(403);
    }
    expect(await stream.text()).toContain('event: ready');
    const before = received;
    await colleague.post('/api/updates', { title: 'Not for them', content: 'Text' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(received).toBe(before);
    expect((await colleague.get('/api/webhooks')).body).toMatchObject([{ id: webhook.id, active: false }]);
    expect((await colleague.get(`/api/webhooks/${webhook.id}/history`)).body[0]).toMatchObject({
      before: { active: true },
      after: { active: false },
    });
    expect((await colleague.get(`/api/problems/${problem.id}/history`)).body[0].userEmail).toBe(account.email);
  });

  it('ends sessions, tokens and webhooks that are made at the same time', async () => {
    const clients: Api[] = [];
    let closed = false;
    const busy = async (app: TestApp): Promise<void> => {
      while (!closed) {
        const client = await signIn(account, app);
        if (!client.cookie) continue;
        const { body } = await client.post('/api/tokens', { name: `CI ${Math.random()}`, days: 1 });
        await client.post('/api/webhooks', { url: 'https://shop.example/' });
        clients.push(client, Object.assign(new Api(app.url), { token: body.token ?? 'none' }));
      }
    };
    // Two rounds of all three: a slow machine needs its time for them.
    const enough = async (): Promise<void> => {
      while (!closed && clients.length < 12) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const all = Promise.all([busy(test), busy(other), busy(other)]);
    try {
      await Promise.race([enough(), all]);
      await users(['close', account.email]);
    } finally {
      closed = true;
    }
    await all;
    expect(new Set(await Promise.all(clients.map(status)))).toEqual(new Set([401]));
    expect(await test.source.query('SELECT FROM webhooks WHERE created_by_id = $1 AND active', [userId])).toEqual([]);
  });
});

describe('create', () => {
  it('creates an account that can sign in, also where registration is closed', async () => {
    const email = 'operator@elsewhere.example';
    expect((await test.api().post('/api/register', { email, password })).status).toBe(403);
    expect(await users(['create', ` ${email} `], password)).toBe(`The account ${email} is there.`);
    expect(await status(await signIn({ email, password }))).toBe(200);
    expect(await users(['create', email.toUpperCase()])).toBe(`There is an account ${email.toUpperCase()} already.`);
  });

  it('takes a random password at a terminal', async () => {
    const [, random] = /password is ([\w-]{16}) and/.exec(await users(['create', 'second@elsewhere.example'])) ?? [];
    expect(await status(await signIn({ email: 'second@elsewhere.example', password: random }))).toBe(200);
  });

  it('refuses what the app refuses', async () => {
    expect(await users(['create', 'nobody'])).toBe('Invalid email address.');
    expect(await users(['create', 'third@elsewhere.example'], '12345')).toBe('Password must be at least 6 characters.');
    expect(await users(['create', 'third@elsewhere.example'], 'Password123')).toBe(
      'This password is one of the most common ones. Choose another one.',
    );
  });
});

describe('password', () => {
  it('is the first line of standard input, and ends the sessions', async () => {
    expect(await users(['password', account.email], 'another password\n')).toBe(
      `The account ${account.email} has a new password. Ended: 1 session.`,
    );
    expect(await status(api)).toBe(401);
    expect(await status(await signIn())).toBe(401);
    expect(await status(await signIn({ ...account, password: 'another password' }, other))).toBe(200);
  });

  it('is taken as soon as its line has ended, where what is piped in stays open', async () => {
    const input = new PassThrough();
    input.write('\uFEFFanother password\r\nnot this');
    const printed = users(['password', account.email], input);
    const late = new Promise((resolve) => setTimeout(resolve, 5000, 'still waiting').unref());
    expect(await Promise.race([printed, late])).toContain('has a new password. Ended: 1 session.');
    expect(input.isPaused()).toBe(true);
    expect(await status(await signIn({ ...account, password: 'another password' }))).toBe(200);
  });

  it('is a random one at a terminal', async () => {
    const [, random] = /password is ([\w-]{16}) and/.exec(await users(['password', account.email])) ?? [];
    expect(await status(await signIn({ ...account, password: random }))).toBe(200);
  });

  it.each(['', '\n', '\r\nsecret password'])(
    'is not made up where the first line of a pipe is empty: %j',
    async (input) => {
      expect(await users(['password', account.email], input)).toMatch(/^The first line of standard input is empty/);
      expect(await users(['create', 'piped@elsewhere.example'], input)).toMatch(/^The first line of standard input/);
      expect(await status(api)).toBe(200);
      expect(await users(['close', 'piped@elsewhere.example'])).toMatch(/^There is no account/);
    },
  );

  it('is refused as in the app, and for a closed account', async () => {
    expect(await users(['password', account.email], '12345')).toBe('Password must be at least 6 characters.');
    expect(await status(api)).toBe(200);
    await users(['close', account.email]);
    expect(await users(['password', account.email])).toBe(`The account ${account.email} is closed.`);
  });
});

it('lists the accounts and what they are signed in with', async () => {
  await api.post('/api/tokens', { name: 'CI', days: 1 });
  expect(await users(['list'])).toContain(`${account.email}: 1 session, 1 access token, 0 webhooks`);
  await users(['close', account.email]);
  expect(await users(['list'])).toMatch(
    new RegExp(`${account.email}: closed since \\d{4}-\\d\\d-\\d\\d, 0 sessions, 0 access tokens, 0 webhooks`),
  );
});

it.each([[[]], [['close']], [['list', 'x']], [['open', 'a@shop.example']], [['close', 'a@shop.example', 'x']]])(
  'says how it is used: %j',
  async (args) => expect(await users(args)).toMatch(/^npm run users -- list/),
);

it('says that there is no such account', async () =>
  expect(await users(['close', 'nobody@shop.example'])).toBe('There is no account nobody@shop.example.'));
