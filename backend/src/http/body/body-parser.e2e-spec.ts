import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { queueOf } from '../budgets/queued';

const STALL_MS = 500;

jest.mock('../../config/budgets', () => ({ ...jest.requireActual('../../config/budgets'), MAX_BODY_STALL_MS: 500 }));

const [start, end] = ['SKU,Name\nA,', 'Bulb\n'];

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

/** Sends the start of an import file on a connection of its own. */
function beginUpload(): { socket: Socket; answered: Promise<string> } {
  const { hostname, port } = new URL(test.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/product-imports HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${api.cookie}\r\nContent-Type: text/csv\r\nConnection: close\r\nContent-Length: ${start.length + end.length}\r\n\r\n${start}`,
  );
  const answered = new Promise<string>((resolve) => {
    let answer = '';
    socket.on('data', (bytes) => (answer += String(bytes)));
    socket.on('error', () => undefined).on('close', () => resolve(answer.split('\r\n')[0]));
  });
  return { socket, answered };
}

it('an import file that waits for its turn may pause, as nobody reads it yet', async () => {
  let go = (): void => undefined;
  const { id } = (await api.get('/api/user')).body;
  const first = queueOf('files').run(id, () => new Promise<void>((resolve) => (go = resolve)));
  const { socket, answered } = beginUpload();
  await sleep(3 * STALL_MS);
  go();
  await first;
  socket.write(end);
  expect(await answered).toBe('HTTP/1.1 201 Created');
});

it('an import file that is being read must not pause', async () => {
  const { answered } = beginUpload();
  expect(await Promise.race([answered, sleep(10 * STALL_MS, 'it still waits', { ref: false })])).toBe('');
});
