import type { Pool } from 'pg';
import { startApp } from '../../test/app';

it('outlives a connection that dies between two owners', async () => {
  const test = await startApp();
  const { master } = test.source.driver as unknown as { master: Pool };
  const client = await master.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await test.source.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  client.release(true);
  expect((await test.api().get('/api/user')).status).toBe(401);
  await test.close();
});
