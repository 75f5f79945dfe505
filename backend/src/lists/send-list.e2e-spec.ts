import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../../test/support/app';
import { buildProduct } from '../../test/support/factories';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

it('lists that wait behind another request on their connection give their places back when it ends', async () => {
  const api = await test.signedIn();
  await api.post('/api/products', buildProduct());
  const { hostname, port, host } = new URL(test.url);
  const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${api.cookie}\r\n\r\n`;
  const sockets = Array.from({ length: 4 }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.write(request('/api/changes?wait=30&after=now') + request('/api/products'));
  await sleep(1000);
  for (const socket of sockets) socket.destroy();
  const answered = api.get('/api/products').then(({ status }) => status);
  expect(await Promise.race([answered, sleep(5000, 'none', { ref: false })])).toBe(200);
});
