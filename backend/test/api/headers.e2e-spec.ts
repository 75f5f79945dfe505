import { Logger } from '@nestjs/common';
import { ProductsService } from '../../src/features/products/products.service';
import type { Api } from '../support/api';
import { startApp, type TestApp } from '../support/app';
import { buildDataUrl, buildProduct } from '../support/factories';
import { LOAD_BALANCER } from '../support/processes/load-balancer';
import { clientFor } from '../support/processes/http-or-https';
import { holdAttempts } from '../support/sign-in-limits';
import { inside, PROCESS_COUNT } from '../support/processes/app-cluster';

// What browsers and proxies are told, on every sort of answer; the app stands behind a proxy that speaks HTTPS.
let test: TestApp;
let api: Api;
const https = { 'X-Forwarded-Proto': 'https' };
const credentials = { email: 'staff@headers.example', password: 'secret password' };
const json = { 'Content-Type': 'application/json' };
/** A status that nginx answers by itself. */
const ofNginx = (status: number): number[] => (LOAD_BALANCER === 'nginx' ? [status] : []);

beforeAll(async () => {
  test = await startApp({ TRUST_PROXY: 1, LOG_LEVEL: 'log' });
  test.quiet();
  api = test.api();
  await api.post('/api/register', credentials, { headers: https });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => test.close());

/** One answer of every sort, by what it is. */
async function everyAnswer(): Promise<Record<string, Response>> {
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(test.url + path, { headers: { ...https, Cookie: api.cookie, ...headers } });
  const post = (path: string, headers: Record<string, string>, body: string): Promise<Response> =>
    fetch(test.url + path, { method: 'POST', headers: { ...https, Cookie: api.cookie, ...headers }, body });
  const { body } = await api.post('/api/products?images=url', buildProduct({ images: [await buildDataUrl()] }), {
    headers: https,
  });
  const page = await get('/');
  const files = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(
    ([, file]) => file,
  );
  expect(files.length).toBeGreaterThan(2);
  return {
    page,
    ...Object.fromEntries(await Promise.all(files.map(async (file) => [file, await get(file)]))),
    'a page that the router does not know': await get('/no/such/page'),
    'a missing file': await get('/assets/nothing.js'),
    docs: await get('/docs'),
    document: await get('/docs-json'),
    probe: await get('/healthz'),
    list: await get('/api/products'),
    picture: await get(body.images[0]),
    thumbnail: await get(`${body.images[0]}?size=64`),
    'signed out': await get('/api/user', { Cookie: '' }),
    'no such record': await get('/api/products/2147483647'),
    'no such address': await get('/api/nothing'),
    'a broken rule': await post('/api/products', json, '{}'),
    'another site': await post('/api/products', { ...json, Origin: 'https://evil.example' }, '{}'),
    'a form': await post('/api/products', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=1'),
    'a large body': await post('/api/login', { ...json, Cookie: '' }, JSON.stringify({ email: 'a'.repeat(20_000) })),
    ...(PROCESS_COUNT === 0
      ? { 'a fault of ours': await failing(() => post('/api/products', json, JSON.stringify(buildProduct()))) }
      : {}),
  };
}

function failing(request: () => Promise<Response>): Promise<Response> {
  const fault = jest
    .spyOn(ProductsService.prototype, 'create')
    .mockRejectedValue(new Error('relation "products" at /app/backend'));
  return request().finally(() => fault.mockRestore());
}

it('tells every answer to be what it says, for this site alone, framed by nobody, over HTTPS', async () => {
  const answers = await everyAnswer();
  for (const [name, { status, headers, redirected }] of Object.entries(answers)) {
    const policy = headers.get('content-security-policy') ?? '';
    expect({
      name,
      status,
      redirected,
      nosniff: headers.get('x-content-type-options'),
      hsts: headers.get('strict-transport-security'),
      referrer: headers.get('referrer-policy'),
      resource: headers.get('cross-origin-resource-policy'),
      opener: headers.get('cross-origin-opener-policy'),
      frame: headers.get('x-frame-options'),
      by: headers.get('x-powered-by'),
      other: headers.get('access-control-allow-origin'),
    }).toEqual({
      name,
      status,
      redirected: false,
      nosniff: 'nosniff',
      hsts: 'max-age=31536000; includeSubDomains',
      referrer: 'no-referrer',
      resource: 'same-origin',
      opener: 'same-origin',
      frame: 'DENY',
      by: null,
      other: null,
    });
    expect(`${name}: ${policy}`).toMatch(/frame-ancestors 'none'/);
    expect(`${name}: ${policy}`).toMatch(/base-uri 'none'/);
    expect(`${name}: ${policy}`).toMatch(/object-src 'none'|default-src 'none'/);
    expect(`${name}: ${policy}`).not.toMatch(/script-src[^;]*('unsafe|https?:|\*)/);
  }
});

it('names the type of every answer, and the encoding of what is text', async () => {
  for (const [name, answer] of Object.entries(await everyAnswer())) {
    const type = answer.headers.get('content-type') ?? '';
    if (!type.startsWith('image/') || type.includes('svg'))
      expect(`${name}: ${type}`.toLowerCase()).toMatch(
        /(text\/(html|javascript|css)|application\/json|image\/svg\+xml); ?charset=utf-8$/,
      );
    const text = await answer.text();
    if (type.startsWith('application/json')) expect(() => JSON.parse(text)).not.toThrow();
  }
});

it('lets nothing of the API be kept by a browser or a proxy, but pictures by the browser', async () => {
  for (const [name, { url, headers }] of Object.entries(await everyAnswer()).filter(([, answer]) =>
    answer.url.includes('/api/'),
  )) {
    expect(`${url} ${headers.get('cache-control')}`).toMatch(
      /^(picture|thumbnail)$/.test(name) ? / private, / : / no-store/,
    );
  }
});

inside('says of a fault of its own no more than that there was one', async () => {
  const answer = (await everyAnswer())['a fault of ours'];
  expect([answer.status, await answer.json()]).toEqual([
    500,
    {
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Something went wrong on the server',
      requestId: answer.headers.get('x-request-id'),
    },
  ]);
});

it('sets cookies over HTTPS that belong to this host alone, and takes no others there', async () => {
  const client = test.api();
  const answer = await client.post('/api/login', credentials, { headers: https });
  const cookies = answer.headers.getSetCookie();
  expect(cookies.sort()).toEqual([
    expect.stringMatching(/^__Host-browser=\S+; Max-Age=\d+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/),
    // 24 random bytes, for seven days.
    expect.stringMatching(/^__Host-sid=s%3A[\w-]{32}\.\S+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const ends = Date.parse(/Expires=([^;]+)/.exec(cookies[1])?.[1] ?? '');
  expect((ends - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  expect(answer.text).not.toContain(decodeURIComponent(client.cookie).slice('__Host-sid='.length).split('.')[0]);
  const statusOf = async (Cookie: string): Promise<number> =>
    (await fetch(`${test.url}/api/user`, { headers: { ...https, Cookie } })).status;
  // What a neighbour of the same domain can set has another name.
  expect([await statusOf(client.cookie), await statusOf(client.cookie.replace('__Host-', ''))]).toEqual([200, 401]);
  expect((await fetch(`${test.url}/`, { headers: { Cookie: client.cookie } })).headers.get('server-timing')).toBe(
    'session;desc="some"',
  );
  const before = client.cookie;
  const { headers } = await client.post('/api/logout', undefined, { headers: https });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-sid=; Path=\/; Expires=Thu, 01 Jan 1970 [^;]+; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  expect(await statusOf(before)).toBe(401);
});

it('knows the browser of an owner over HTTPS too', async () => {
  const [cookie] = (await test.api().post('/api/login', credentials, { headers: https })).headers
    .getSetCookie()
    .filter((line) => line.startsWith('__Host-browser='));
  const signIn = (password: string, Cookie = ''): Promise<Response> =>
    fetch(`${test.url}/api/login`, {
      method: 'POST',
      headers: { ...https, ...json, Cookie },
      body: JSON.stringify({ ...credentials, password }),
    });
  for (let guess = 0; guess < 5; guess++) await signIn('wrong password');
  await holdAttempts(test.source);
  expect([
    (await signIn(credentials.password)).status,
    (await signIn(credentials.password, cookie.split(';')[0])).status,
  ]).toEqual([429, 200]);
  await test.source.query('DELETE FROM attempts');
});

it.each(['TRACE', 'TRACK', 'PROPFIND'])('knows no %s', async (method) => {
  const status = await new Promise((resolve, reject) =>
    clientFor(test.url)
      .request(`${test.url}/api/products`, { method, headers: { 'X-Echo': 'echo' } }, (answer) =>
        resolve(answer.resume().statusCode),
      )
      .on('error', reject)
      .end(),
  );
  expect([400, 401, 404, ...ofNginx(405)]).toContain(status);
});

it.each([
  '/.git/config',
  '/.env',
  '/package.json',
  '/..%2f..%2fpackage.json',
  '/assets/',
  '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/first-views.json.map',
  '/docs/',
])('shows no folder and no file of the project: %s', async (path) => {
  const [{ status, text }, page] = await Promise.all([
    fetch(test.url + path).then(async (answer) => ({ status: answer.status, text: await answer.text() })),
    fetch(test.url).then((answer) => answer.text()),
  ]);
  const isPage = text === page || text.includes('swagger-ui');
  expect([404, ...ofNginx(400)].includes(status) || isPage).toBe(true);
  expect(text).not.toMatch(/"workspaces"|repositoryformatversion|Index of/);
});

describe('the log', () => {
  inside('warns of what was refused: from where, and what is done otherwise is logged without secrets', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const logged = jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const forwarded = { ...https, 'X-Forwarded-For': '203.0.113.9' };
    await test.api().post('/api/login', { ...credentials, password: 'not the password' }, { headers: forwarded });
    await test.api().post('/api/invites', undefined, { headers: forwarded });
    await api.post('/api/invites', undefined, { headers: { ...forwarded, Origin: 'https://evil.example' } });
    await api.get('/api/user', { headers: forwarded });
    await test.api().post('/api/login', credentials, { headers: forwarded });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const said = ({ mock }: jest.SpyInstance): unknown[] => mock.calls.map(([line]) => line);
    const line = (msg: string, status: number): object =>
      expect.objectContaining({ msg, status, from: '203.0.113.9', requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(said(warned)).toEqual([
      line('POST /api/login', 401),
      line('POST /api/invites', 401),
      line('POST /api/invites', 403),
    ]);
    expect(said(logged)).toEqual([
      line('GET /api/user', 200),
      expect.objectContaining({ msg: 'POST /api/login', status: 200, userId: expect.any(Number) }),
    ]);
    expect(JSON.stringify([said(warned), said(logged)])).not.toMatch(/staff@|password|sid/);
  });
});
