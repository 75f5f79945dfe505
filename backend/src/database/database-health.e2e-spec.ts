import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startApp, type TestApp } from '../../test/support/app';
import { databaseError } from '../http/database-error';
import { poolOf } from './data-source';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

it('outlives a connection that dies between two owners', async () => {
  const client = await (poolOf(test.source) as Pool).connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // Not `once`, which would listen for errors as well.
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await test.source.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  client.release(true);
  expect((await test.api().get('/api/user')).status).toBe(401);
});

it.each(['manager.query', 'query builder'])(
  'knows a transaction whose connection dies between two queries (%s)',
  async (how) => {
    const failure: unknown = await test.source
      .transaction(async (manager) => {
        const [{ pid }] = await manager.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
        await test.source.query('SELECT pg_terminate_backend($1)', [pid]);
        await sleep(100);
        await (how === 'manager.query'
          ? manager.query('SELECT 1')
          : manager.createQueryBuilder().select('1').from('users', 'u').getRawMany());
      })
      .catch((error: unknown) => error);
    expect(databaseError(failure)?.status).toBe(503);
  },
);
