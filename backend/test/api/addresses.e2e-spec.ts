import { connect } from 'node:net';
import { Connections } from '../../src/http/connections';
import { startApp, type TestApp } from '../support/app';
import { direct, inside } from '../support/processes/app-cluster';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

it.each([
  ['GET', '/api/nothing'],
  ['GET', '/assets/nothing.js'],
  ['GET', '/assets/nothing'],
  ['GET', '/nothing.js'],
  ['GET', '/nothing.html'],
  ['GET', '/index.php'],
  ['GET', '/docs/nothing'],
  ['POST', '/'],
  ['PUT', '/docs'],
])('answers 404 as JSON: %s %s', async (method, path) => {
  const answer = await fetch(test.url + path, { method });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    {
      statusCode: 404,
      error: 'Not Found',
      message: 'There is nothing at this address',
      requestId: answer.headers.get('x-request-id'),
    },
  ]);
  expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
});

/** What Chromium sends for a page, for an image, and for a script or a style. */
const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const IMAGE = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

async function expectApp(path: string): Promise<void> {
  const [page, app] = await Promise.all(
    [path, '/'].map((from) => fetch(test.url + from, { headers: { Accept: PAGE, 'Accept-Encoding': 'identity' } })),
  );
  const headers = ({ headers }: Response): unknown[] =>
    ['content-type', 'cache-control', 'content-security-policy', 'x-frame-options', 'server-timing'].map((name) =>
      headers.get(name),
    );
  expect([page.status, headers(page)]).toEqual([200, headers(app)]);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
  expect(await page.text()).toBe(await app.text());
}

it.each([
  '/nothing',
  '/nothing.html',
  '/index.php',
  '/products/edit/1.5',
  '/nothing.js',
  '/picture.webp',
  '/assets/nothing',
  '/assets/nothing.js',
  '/assets/',
  '/docs/nothing',
  '/docs/nothing.html',
  '/.env',
])('answers who asks for a page with the app, which is never cached: %s', expectApp);

direct('answers who asks for an address that cannot be read with the app, too', () => expectApp('/%E0%A4%A'));

it.each([
  ['GET', '/assets/nothing.js', '*/*'],
  ['GET', '/assets/nothing.css', 'text/css,*/*;q=0.1'],
  ['GET', '/assets/nothing.webp', IMAGE],
  ['GET', '/stock-photos/9.webp', IMAGE],
  ['GET', '/api/nothing', PAGE],
  ['GET', '/api', PAGE],
  ['POST', '/nothing.html', PAGE],
])('answers 404 as JSON still: %s %s for %s', async (method, path, Accept) => {
  const answer = await fetch(test.url + path, { method, headers: { Accept } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

it('serves a file under its name to who asks for a page', async () => {
  for (const [path, type] of [
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/stock-photos/1.webp', 'image/webp'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs', 'text/html; charset=utf-8'],
  ]) {
    const { status, headers } = await fetch(test.url + path, { headers: { Accept: PAGE } });
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, type]);
  }
});

it.each([
  ['a=1', 'none'],
  ['a=1; sid=anything', 'some'],
])('says with a page whether a session came with the request: %s', async (Cookie, session) => {
  const { headers } = await fetch(`${test.url}/products`, { headers: { Cookie } });
  expect(headers.get('server-timing')).toBe(`session;desc="${session}"`);
});

it.each([
  ['/problems/7', 'a=1; sid=anything', 'problem-detail'],
  ['/problems/7', 'a=1', 'signed-out'],
  ['/nothing/here', 'a=1; sid=anything', undefined],
])('names with the page %s the scripts that its screen takes', async (path, Cookie, screen) => {
  const { headers } = await fetch(test.url + path, { headers: { Cookie } });
  const files = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, file]) => file);
  expect(files.some((file) => file.startsWith(`/assets/${screen}-`))).toBe(screen !== undefined);
  for (const file of files) expect((await fetch(test.url + file)).status).toBe(200);
});

it('answers HEAD as GET, without the body', async () => {
  const api = await test.signedIn();
  const answer = await fetch(`${test.url}/api/products`, { method: 'HEAD', headers: { Cookie: api.cookie } });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/json; charset=utf-8',
    '',
  ]);
});

inside('stops without waiting for a connection on which nothing was asked', async () => {
  const other = await startApp();
  const connections = new Connections(other.app.getHttpServer(), { perAddress: Infinity, inAll: Infinity });
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const started = Date.now();
  await connections.drain(10_000);
  await other.close();
  expect(Date.now() - started).toBeLessThan(8000);
});
