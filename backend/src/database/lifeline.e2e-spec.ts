import type { Pool } from 'pg';
import { startApp, type TestApp } from '../../test/app';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

it('outlives a connection that dies between two owners', async () => {
  const { master } = test.source.driver as unknown as { master: Pool };
  const client = await master.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // Not `once`, which would listen for errors as well.
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await test.source.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  client.release(true);
  expect((await test.api().get('/api/user')).status).toBe(401);
});
