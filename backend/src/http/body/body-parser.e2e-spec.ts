import { Logger } from '@nestjs/common';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { queueOf } from '../budgets/queued';

const STALL_MS = 500;
const BODY_MS = 2000;

jest.mock('../../config/budgets', () => ({
  ...jest.requireActual('../../config/budgets'),
  MAX_BODY_STALL_MS: 500,
  MAX_BODY_MS: 2000,
}));

const [start, end] = ['SKU,Name\nA,', 'Bulb\n'];

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

interface Sent {
  socket: Socket;
  /** The first line of the answer. */
  answered: Promise<string>;
}

/** Sends the start of a request on a connection of its own. */
function begin(path: string, headers: string, body: string): Sent {
  const { hostname, port } = new URL(test.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${api.cookie}\r\nConnection: close\r\n${headers}\r\n\r\n${body}`,
  );
  const answered = new Promise<string>((resolve) => {
    let answer = '';
    socket.on('data', (bytes) => (answer += String(bytes)));
    socket.on('error', () => undefined).on('close', () => resolve(answer.split('\r\n')[0]));
  });
  return { socket, answered };
}

/** The start of an import file. */
const beginUpload = (): Sent =>
  begin('/api/product-imports', `Content-Type: text/csv\r\nContent-Length: ${start.length + end.length}`, start);

/** A new problem that does not tell its length. */
function sendChunked(description: string): Sent {
  const body = JSON.stringify({ title: 'Lamp', description });
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return begin('/api/problems', 'Content-Type: application/json\r\nTransfer-Encoding: chunked', chunk);
}

/** Takes places among large bodies, until it is told to let them go. */
async function takePlaces(count: number): Promise<() => Promise<unknown>> {
  const { id } = (await api.get('/api/user')).body;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const places = Array.from({ length: count }, () => queueOf('largeBodies').run(id, () => released));
  return () => (release(), Promise.all(places));
}

const NOTHING = 'it still waits';
const within = ({ answered }: Sent, ms: number): Promise<string> =>
  Promise.race([answered, sleep(ms, NOTHING, { ref: false })]);

it('an import file that waits for its turn may pause, as nobody reads it yet', async () => {
  let go = (): void => undefined;
  const { id } = (await api.get('/api/user')).body;
  const first = queueOf('files').run(id, () => new Promise<void>((resolve) => (go = resolve)));
  const { socket, answered } = beginUpload();
  await sleep(BODY_MS + STALL_MS);
  go();
  await first;
  socket.write(end);
  expect(await answered).toBe('HTTP/1.1 201 Created');
});

it('an import file that is being read must not pause, and its end is no error of the server', async () => {
  const errors = jest.spyOn(Logger.prototype, 'error');
  expect(await within(beginUpload(), 10 * STALL_MS)).toBe('');
  await sleep(STALL_MS);
  expect(errors).not.toHaveBeenCalled();
});

it('an import file that is being read has its time, however often something comes', async () => {
  const upload = begin('/api/product-imports', 'Content-Type: text/csv\r\nTransfer-Encoding: chunked', '');
  const started = performance.now();
  const drip = setInterval(() => upload.socket.write('1\r\nA\r\n'), STALL_MS / 5);
  try {
    expect(await within(upload, 10 * STALL_MS)).toBe('');
  } finally {
    clearInterval(drip);
  }
  expect(performance.now() - started).toBeGreaterThan(BODY_MS - STALL_MS / 5);
});

describe('a JSON body that does not tell its length', () => {
  it('waits for nobody while it is small', async () => {
    const release = await takePlaces(6);
    const sent = Array.from({ length: 8 }, () => sendChunked('It flickers.'));
    for (const { answered } of sent) expect(await answered).toBe('HTTP/1.1 201 Created');
    await release();
  });

  it('waits for its turn once it is large, however long that takes', async () => {
    const release = await takePlaces(1);
    const sent = sendChunked('x'.repeat(600_000));
    expect(await within(sent, BODY_MS + STALL_MS)).toBe(NOTHING);
    await release();
    expect(await sent.answered).toBe('HTTP/1.1 400 Bad Request');
  });

  it('is refused once it is large and too many wait', async () => {
    const release = await takePlaces(6);
    expect(await sendChunked('x'.repeat(600_000)).answered).toBe('HTTP/1.1 429 Too Many Requests');
    await release();
  });

  it('must not pause after it is refused', async () => {
    const release = await takePlaces(6);
    const headers = 'Content-Type: application/json\r\nTransfer-Encoding: chunked';
    const half = begin('/api/problems', headers, `92800\r\n${'x'.repeat(600_000)}`);
    expect(await within(half, 10 * STALL_MS)).not.toBe(NOTHING);
    await release();
  });
});
