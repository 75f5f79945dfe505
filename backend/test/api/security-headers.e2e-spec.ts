import { setImmediate } from 'node:timers/promises';
import { ProductsService } from '../../src/features/products/products.service';
import type { Api } from '../support/api';
import { startApp, type TestApp } from '../support/app';
import { cloneDatabase } from '../support/database';
import { buildDataUrl, buildProduct } from '../support/factories';
import { LOAD_BALANCER } from '../support/processes/load-balancer';
import { FlakyProxy } from '../reliability/outages/flaky-proxy';
import { direct, inside } from '../support/processes/app-cluster';

// G18: whatever is answered, it carries the same headers.
const common = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'x-powered-by': null,
  // nginx names itself, without its version.
  server: LOAD_BALANCER === 'nginx' ? 'nginx' : null,
};
const policy =
  "default-src 'self';base-uri 'none';font-src 'self' data:;form-action 'self';frame-ancestors 'none';img-src 'self' data: blob: https:;" +
  "object-src 'none';script-src 'self' 'wasm-unsafe-eval';script-src-attr 'none';style-src 'self' 'unsafe-inline';connect-src 'self'";
const imagePolicy =
  "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'; img-src 'self'; style-src 'unsafe-inline'";
const json = { 'Content-Type': 'application/json' };

let proxy: FlakyProxy;
let test: TestApp;
let api: Api;
let image: string;
let asset: string;

beforeAll(async () => {
  proxy = new FlakyProxy(new URL(await cloneDatabase()));
  test = await startApp({ DATABASE_URL: await proxy.open(), TRUST_PROXY: 1 });
  test.quiet();
  api = await test.signedIn();
  image = (await api.post('/api/products?images=url', buildProduct({ images: [await buildDataUrl()] }))).body.images[0];
  asset = /\/assets\/[^"]+\.js/.exec(await (await fetch(test.url)).text())?.[0] ?? '';
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  proxy.close();
  await test.close();
});

/** Asks as signed-in staff, and hangs up when the headers are there; a stream would go on. */
async function headersOf(
  path: string,
  { headers, ...init }: RequestInit = {},
): Promise<{ status: number; headers: Headers }> {
  const hangUp = new AbortController();
  const answer = await fetch(test.url + path, {
    ...init,
    headers: { Cookie: api.cookie, ...headers },
    signal: hangUp.signal,
  });
  hangUp.abort();
  return answer;
}

/** 49 MB. Between the pieces, the proxy of this process passes on the heartbeat of the database. */
function tooLarge(): ReadableStream {
  return ReadableStream.from(
    (async function* () {
      for (let megabyte = 0; megabyte < 49; megabyte++) {
        yield Buffer.alloc(1024 * 1024, '1');
        await setImmediate();
      }
    })(),
  );
}

function expectSecure({ headers }: { headers: Headers }, expectedPolicy = policy): void {
  const found = Object.fromEntries(Object.keys(common).map((name) => [name, headers.get(name)]));
  expect({ ...found, policy: headers.get('content-security-policy') }).toEqual({ ...common, policy: expectedPolicy });
}

it.each<[status: number, what: string, path: string | (() => string), init?: RequestInit]>([
  [200, 'a page', '/'],
  [200, 'a page to who is signed out', '/problems/1', { headers: { Cookie: '' } }],
  [200, 'an address that the screens do not know', '/no-such-page'],
  [200, 'a script', () => asset],
  [200, 'a picture of the screens', '/favicon.svg'],
  [200, 'a list', '/api/products'],
  [200, 'a list, compressed', '/api/products', { headers: { 'Accept-Encoding': 'br' } }],
  [200, 'HEAD', '/api/products', { method: 'HEAD' }],
  [200, 'live events', '/api/events'],
  [200, 'the documentation', '/docs'],
  [200, 'its script', '/docs/swagger-ui-bundle.js'],
  [200, 'the document', '/docs-json'],
  [200, 'the document as YAML', '/docs-yaml'],
  [200, 'a probe', '/healthz'],
  [200, 'the other probe', '/readyz'],
  [
    201,
    'what was made',
    '/api/problems',
    { method: 'POST', headers: json, body: '{"title":"Title","description":"Text"}' },
  ],
  [204, 'nothing', '/api/problems/1', { method: 'DELETE' }],
  [400, 'a body that is not JSON', '/api/problems', { method: 'POST', headers: json, body: '{' }],
  [401, 'the API to who is signed out', '/api/products', { headers: { Cookie: '' } }],
  [
    403,
    'another site',
    '/api/problems',
    { method: 'POST', headers: { ...json, Origin: 'https://elsewhere.example' }, body: '{}' },
  ],
  [404, 'no such record', '/api/problems/999'],
  [404, 'no such operation', '/api/nothing'],
  [404, 'no such file', '/assets/nothing.js'],
  [404, 'no such method', '/products', { method: 'POST' }],
  [
    404,
    'the options that a site elsewhere would ask for',
    '/api/problems',
    { method: 'OPTIONS', headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' } },
  ],
  [413, 'too large a body', '/api/problems', { method: 'POST', headers: json, body: tooLarge(), duplex: 'half' }],
  [415, 'a form', '/api/problems', { method: 'POST', body: new URLSearchParams({ title: 'Title' }) }],
])('%i: %s', async (status, _what, path, init = {}) => {
  const answer = await headersOf(typeof path === 'string' ? path : path(), init);
  expect(answer.status).toBe(status);
  expectSecure(answer);
});

direct('400: a path that cannot be read', async () => {
  const answer = await headersOf('/api/problems/%');
  expect(answer.status).toBe(400);
  expectSecure(answer);
});

it.each([
  [200, 'an image', () => image, undefined],
  [200, 'its thumbnail', () => `${image}?size=16`, undefined],
  [304, 'an image that is known', () => image, () => ({ 'If-None-Match': `"${image.split('/').at(-1)}"` })],
])('%i: %s, which is less free than a page', async (status, _what, path, headers) => {
  const answer = await headersOf(path(), { headers: headers?.() });
  expect(answer.status).toBe(status);
  expectSecure(answer, imagePolicy);
});

inside('500: a fault of ours', async () => {
  jest.spyOn(ProductsService.prototype, 'read').mockRejectedValue(new Error('a fault of ours'));
  const answer = await headersOf('/api/products/1');
  expect(answer.status).toBe(500);
  expectSecure(answer);
});

it('503: the database is away', async () => {
  proxy.close();
  const answer = await headersOf('/api/products');
  expect(answer.status).toBe(503);
  expectSecure(answer);
  await proxy.open();
});

direct('promises HTTPS, and holds pictures to it, only where a proxy says that it is there', async () => {
  const plain = await startApp();
  const { headers } = await fetch(plain.url);
  await plain.close();
  expect([headers.get('strict-transport-security'), headers.get('content-security-policy')]).toEqual([
    null,
    policy.replace(' https:', ' https: http:'),
  ]);
});
