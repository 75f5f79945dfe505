import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../support/api';
import { count } from '../reliability-config';
import { AttackedApp, MAX_WAIT_MS } from './attacked-app';

const UPDATES = 1000;
const RESPONSES = count(500, 4000);
const CONNECTIONS = 50;

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
  await insertUpdates();
});
afterAll(() => attacked.stop());

async function read(path: string, cookie = attacked.api.cookie): Promise<number> {
  const response = await fetch(attacked.app.url + path, { headers: { Cookie: cookie } });
  await response.arrayBuffer();
  return response.status;
}

it('all answers to one problem, which are many and long', async () => {
  const { body } = await attacked.api.post('/api/problems', { title: 'A title', description: 'A text' });
  await attacked.query(
    "INSERT INTO problem_responses (problem_id, response, created_by_id) SELECT $1, repeat('größer ', 2850), 1 FROM generate_series(1, $2::integer)",
    [body.id, RESPONSES],
  );
  const path = `/api/problems/${body.id}/responses`;
  const statuses = await attacked.during('answers to a problem', () =>
    Promise.all(Array.from({ length: count(10, 40) }, () => read(path))),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('the OpenAPI document, again and again', async () => {
  const statuses = await attacked.during('the document as YAML', () =>
    Promise.all(Array.from({ length: count(60, 300) }, () => read('/docs-yaml', ''))),
  );
  expect(statuses).toContain(200);
  expect(statuses).toContain(429);
});

it('whole lists and searches in lists, very many at once', async () => {
  const statuses = await attacked.during('whole lists and searches', () =>
    Promise.all(
      Array.from({ length: 250 }, (_none, number) =>
        read(number % 2 ? '/api/updates' : '/api/updates/search?q=sch&limit=50'),
      ),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

it('clients that read whole lists very slowly', async () => {
  const colleague = new Api(attacked.app.url);
  await colleague.post('/api/register', { email: 'reader@shop.example', password: 'secret password' });
  const { hostname, port, host } = new URL(attacked.app.url);
  await attacked.during('slow readers', async () => {
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(`GET /api/updates HTTP/1.1\r\nHost: ${host}\r\nCookie: ${attacked.api.cookie}\r\n\r\n`);
      return socket.pause();
    });
    const reading = setInterval(() => sockets.forEach((socket) => socket.read(1024)), 200);
    await sleep(2000);
    const started = performance.now();
    expect(await read('/api/updates', colleague.cookie)).toBe(200);
    expect(performance.now() - started).toBeLessThan(MAX_WAIT_MS);
    clearInterval(reading);
    for (const socket of sockets) socket.destroy();
  });
});

/** Some 8 MB of texts that match a search. */
function insertUpdates(): Promise<void> {
  return attacked.query(
    "INSERT INTO updates (title, content, created_by_id) SELECT 'Schraube', repeat('schön ', 1200), 1 FROM generate_series(1, $1::integer)",
    [UPDATES],
  );
}

it('very many requests on one connection', async () => {
  const { hostname, port, host } = new URL(attacked.app.url);
  const request = `GET /api/user HTTP/1.1\r\nHost: ${host}\r\nCookie: ${attacked.api.cookie}\r\n\r\n`;
  await attacked.during('pipelined requests', async () => {
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(request.repeat(400));
      return socket.resume();
    });
    await sleep(3000);
    for (const socket of sockets) socket.destroy();
  });
});
