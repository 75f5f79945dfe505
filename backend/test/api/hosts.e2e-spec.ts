import { request as send } from 'node:http';
import { startApp, type TestApp } from '../support/app';
import { document } from '../support/contract';

/** What is answered under a host name: `fetch` would not send another `Host`. */
function ask(
  url: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number | undefined; text: string; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const json = body ? { 'Content-Type': 'application/json' } : {};
    send(url, { method: body ? 'POST' : 'GET', headers: { ...json, ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode, text, cookies: answer.headers['set-cookie'] ?? [] }));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}

const account = { email: 'guest@elsewhere.example', password: 'secret password' };
const MESSAGE =
  'The app does not answer under this host name. Set PUBLIC_URL to the address that people open, or name the host in ALLOWED_HOSTS';

let test: TestApp;
let named: TestApp;
let proxied: TestApp;

beforeAll(async () => {
  test = await startApp();
  named = await startApp({ PUBLIC_URL: 'https://crm.shop.example', ALLOWED_HOSTS: ['crm.local', 'CRM'] });
  proxied = await startApp({ TRUST_PROXY: 1, DATABASE_URL: test.databaseUrl });
  for (const app of [test, named, proxied]) app.quiet();
});
afterAll(async () => {
  await proxied.close();
  await named.close();
  await test.close();
});

describe('a page of another site whose host name resolves to this app', () => {
  const Host = 'evil.example:3000';
  const own = { Host, Origin: `http://${Host}`, 'Sec-Fetch-Site': 'same-origin' };

  it('opens no page, registers nobody and reads nothing', async () => {
    const registered = await ask(`${test.url}/api/register`, own, account);
    expect([registered.status, registered.cookies]).toEqual([421, []]);
    expect(JSON.parse(registered.text)).toMatchObject({ statusCode: 421, message: MESSAGE });
    const { cookie } = await test.signedIn();
    for (const path of ['/', '/auth', '/api/user', '/api/products', '/docs', '/docs-json', '/assets/nothing.js'])
      expect([path, (await ask(test.url + path, { ...own, Cookie: cookie })).status]).toEqual([path, 421]);
  });

  it('ignores X-Forwarded-Host', async () => {
    const headers = { ...own, 'X-Forwarded-Host': 'localhost', Forwarded: 'host=localhost' };
    expect((await ask(`${proxied.url}/api/register`, headers, account)).status).toBe(421);
  });
});

it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '[::1]:3000', '10.0.0.11:3000', '[fd00::1]'])(
  'answers under %s, which no other site can have',
  async (Host) => {
    expect((await ask(`${test.url}/docs`, { Host })).status).toBe(200);
  },
);

it.each(['crm.shop.example', 'crm.shop.example:443', 'CRM.local', 'crm:3000'])(
  'answers under %s when it is told that name',
  async (Host) => {
    expect((await ask(`${test.url}/docs`, { Host })).status).toBe(421);
    expect((await ask(`${named.url}/docs`, { Host })).status).toBe(200);
  },
);

it.each(['localhost.evil.example', 'xcrm.local', 'crm.shop.example.evil.example', '127.0.0.1.evil.example', '1.2.3'])(
  'does not take %s for a name of its own',
  async (Host) => {
    expect((await ask(`${named.url}/docs`, { Host })).status).toBe(421);
  },
);

it('answers probes under any name, and programs with a token', async () => {
  const Host = 'app1.internal';
  const api = await test.signedIn();
  const { token } = (await api.post<{ token: string }>('/api/tokens', { name: 'CI', days: 1 })).body;
  expect((await ask(`${test.url}/healthz`, { Host })).status).toBe(200);
  expect((await ask(`${test.url}/readyz`, { Host: 'readyz' })).status).toBe(200);
  expect((await ask(`${test.url}/api/user`, { Host, Authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await ask(`${test.url}/api/user`, { Host, Authorization: 'Bearer x', Cookie: api.cookie })).status).toBe(401);
});

it('invites people to the address that they open, whatever the request says', async () => {
  const { cookie } = await named.signedIn();
  const { text } = await ask(`${named.url}/api/invites`, { Host: 'crm.local', Cookie: cookie }, {});
  expect(JSON.parse(text).url).toMatch(/^https:\/\/crm\.shop\.example\/auth\?invite=/);
});

it('is an answer of every operation in the document', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.filter(({ responses }) => !('421' in responses)).map(({ operationId }) => operationId)).toEqual([]);
});
