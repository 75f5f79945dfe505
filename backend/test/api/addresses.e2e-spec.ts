import { connect } from 'node:net';
import { Connections } from '../../src/http/connections';
import { startApp, type TestApp } from '../support/app';
import { inside } from '../support/processes/app-cluster';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

it.each([
  ['GET', '/api/nothing'],
  ['GET', '/assets/nothing.js'],
  ['GET', '/assets/nothing'],
  ['GET', '/nothing.js'],
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
])('names with the page %s the files that its screen takes', async (path, Cookie, screen) => {
  const { headers } = await fetch(test.url + path, { headers: { Cookie } });
  const files = [
    ...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=(?:modulepreload|preload; as=style; crossorigin)/g),
  ].map(([, file]) => file);
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
  expect(Date.now() - started).toBeLessThan(3000);
});
