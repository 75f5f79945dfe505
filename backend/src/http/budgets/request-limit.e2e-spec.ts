import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { EventStream } from '../../../test/support/event-stream';

const MAX_REQUESTS = 3;

let test: TestApp;
let api: Api;
const sockets: Socket[] = [];

beforeAll(async () => {
  test = await startApp({ MAX_REQUESTS_PER_USER: MAX_REQUESTS });
  test.app.getHttpServer().on('connection', (socket: Socket) => sockets.push(socket));
  api = await test.signedIn();
});
afterAll(() => test.close());

const status = async (): Promise<number> => (await api.get('/api/user')).status;

/** Answers the last status seen, after 5 s at the latest. */
async function until(wanted: number): Promise<number> {
  const end = Date.now() + 5000;
  for (;;) {
    const seen = await status();
    if (seen === wanted || Date.now() > end) return seen;
    await sleep(20);
  }
}

const open = (by: Api, count: number): Promise<EventStream[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const stream = EventStream.open(by);
      await stream.until(() => stream.of('ready').length > 0);
      return stream;
    }),
  );

it('a user has so many requests open, and others have theirs', async () => {
  const streams = await open(api, MAX_REQUESTS);
  const answer = await api.get('/api/user');
  expect([answer.status, answer.headers.get('retry-after'), answer.body.message]).toEqual([
    429,
    '1',
    'You have 3 requests open. Please wait for some of them',
  ]);
  expect((await (await test.signedIn()).get('/api/user')).status).toBe(200);
  for (const stream of streams) stream.close();
  expect(await until(200)).toBe(200);
});

it('tokens leave places for the screens, and a user without a free place can still end access', async () => {
  const { body } = await api.post<{ id: number; token: string }>('/api/tokens', { name: 'Leaked', days: 1 });
  const program = Object.assign(test.api(), { token: body.token });
  const streams = await open(program, 2);
  const refused = await program.get('/api/user');
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Your access tokens have 2 requests open. Please wait for some of them',
  ]);
  expect(await status()).toBe(200);
  streams.push(...(await open(api, 1)));
  expect(await status()).toBe(429);
  // They have few places of their own.
  const { hostname, port, host } = new URL(test.url);
  const halves: Socket[] = [];
  const half = `POST /api/password HTTP/1.1\r\nHost: ${host}\r\nCookie: ${api.cookie}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;
  const revoke = async (): Promise<number> => (await api.delete(`/api/tokens/${body.id + 1000}`)).status;
  expect(await revoke()).toBe(404);
  for (const end = Date.now() + 5000; (await revoke()) !== 429 && Date.now() < end; await sleep(20)) {
    const socket = connect(Number(port), hostname);
    socket.write(half);
    halves.push(socket);
  }
  expect(await revoke()).toBe(429);
  for (const socket of halves) socket.destroy();
  for (const end = Date.now() + 5000; (await revoke()) === 429 && Date.now() < end;) await sleep(20);
  expect((await api.delete(`/api/tokens/${body.id}`)).status).toBe(204);
  for (const stream of streams) stream.close();
  expect(await until(200)).toBe(200);
});

it('requests that wait behind another one are not open when their connection has ended', async () => {
  const { hostname, port, host } = new URL(test.url);
  const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${api.cookie}\r\n\r\n`;
  let socket: Socket | undefined;
  let seen = 0;
  // On a busy machine they arrive late, and who asks before that takes one of their places.
  for (let pause = 300; seen !== 429 && pause < 5000; pause *= 4) {
    socket?.destroy();
    expect(await until(200)).toBe(200);
    socket = connect(Number(port), hostname);
    socket.write(request('/api/changes?wait=30&after=now') + request('/api/user').repeat(3));
    await sleep(pause);
    seen = await status();
  }
  expect(seen).toBe(429);
  socket?.destroy();
  expect(await until(200)).toBe(200);
});

it('a connection keeps nothing of the requests that it has served', async () => {
  const counts: number[] = [];
  for (let index = 0; index < 15; index++) {
    await api.get('/api/products');
    await api.get('/api/search?q=nothing');
    const headers = { 'Idempotency-Key': `key-${index}` };
    await api.post('/api/updates', { title: 'A title', content: 'A text' }, { headers });
    counts.push(Math.max(...sockets.map((socket) => socket.listenerCount('close'))));
  }
  expect(counts.at(-1)).toBe(counts[0]);
});
