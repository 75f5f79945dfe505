import { EventEmitter } from 'node:events';
import { Client } from 'pg';
import type { DatabaseHealth } from '../../database/database-health';
import type { ChangeNotifier } from '../../records/change-notifier';
import { cloneDatabase } from '../../../test/support/database';
import { LeaderElectedConsumers } from './leader-elected-consumers';

it('leads by a connection that PostgreSQL ends soon when this machine vanishes', async () => {
  const connectionString = await cloneDatabase();
  const queries = jest.spyOn(Client.prototype, 'query');
  const databaseHealth = {
    ready: Promise.resolve(),
    prepared: true,
    clientConfig: () => ({ connectionString }),
  } as unknown as DatabaseHealth;
  const group = new LeaderElectedConsumers(
    { databaseHealth, notifier: new EventEmitter() as unknown as ChangeNotifier },
    { name: 'test', lock: 1, list: () => Promise.resolve([1]), tickOf: () => () => new Promise(() => undefined) },
  );
  group.start();
  const isLock = ([text]: unknown[]): boolean => String(text).includes('pg_try_advisory_lock');
  while (!queries.mock.calls.some(isLock)) await new Promise((resolve) => setTimeout(resolve, 10));
  const client = queries.mock.contexts[queries.mock.calls.findIndex(isLock)] as Client;
  const { rows } = await client.query<Record<string, string>>(
    "SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_keepalives_%' ORDER BY name",
  );
  expect(rows).toEqual([
    { name: 'tcp_keepalives_count', setting: '3' },
    { name: 'tcp_keepalives_idle', setting: '10' },
    { name: 'tcp_keepalives_interval', setting: '5' },
  ]);
  await group.close();
});
