import { once } from 'node:events';
import type { Pool } from 'pg';
import { startApp, type TestApp } from '../../test/app';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

it('outlives a connection that dies between two owners', async () => {
  const api = await test.signedIn();
  const { master } = test.source.driver as unknown as { master: Pool };
  const client = await master.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = once(client, 'end');
  await test.source.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  client.release(true);
  expect((await api.get('/api/user')).status).toBe(200);
});
