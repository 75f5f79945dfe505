import { once } from 'node:events';
import type { Pool } from 'pg';
import { startApp, type TestApp } from './app';
import { cloneDatabase } from './database';
import type { Api } from './api';
import { Gate } from './gate';

let gate: Gate;
let test: TestApp;
let api: Api;

beforeAll(async () => {
  gate = new Gate(new URL(await cloneDatabase()));
  test = await startApp({ DATABASE_URL: await gate.open() });
  test.app.useLogger(false);
  api = await test.signedIn();
});

afterAll(async () => {
  await test.close();
  gate.close();
});

it('answers 503 with Retry-After while the database is away, and goes on when it is back', async () => {
  for (let round = 0; round < 3; round++) {
    expect((await api.get('/api/products')).status).toBe(200);
    gate.close();
    for (const path of ['/api/products', '/api/statistics', '/api/user']) {
      const started = Date.now();
      const answer = await api.get(path);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.body.message).toBe('The database is away for a moment. Please try again');
      expect(Date.now() - started).toBeLessThan(2500);
    }
    expect((await api.post('/api/login', { email: 'a@shop.example', password: 'secret password' })).status).toBe(503);
    await gate.open();
  }
  expect((await api.get('/api/user')).status).toBe(200);
});

it('outlives a connection that dies between two owners', async () => {
  const { master } = test.source.driver as unknown as { master: Pool };
  const client = await master.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = once(client, 'end');
  await test.source.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  client.release(true);
  expect((await api.get('/api/user')).status).toBe(200);
});
