import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../../test/support/app';
import { startProcess } from '../../test/support/processes/app-process';
import { buildProduct } from '../../test/support/factories';
import { poolOf } from '../database/data-source';
import { warmUp } from './warm-up';

const { signal: never } = new AbortController();

/** A connection inserts and changes a product, a question, a problem, a response to each of the two, and an update. */
const WRITES = 2 * 6;

let test: TestApp;
let source: DataSource;
let warn: jest.SpyInstance;

beforeEach(async () => {
  test = await startApp();
  source = test.app.get(DataSource);
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
});
afterEach(async () => {
  warn.mockRestore();
  await test.close();
});

const url = (): string => (source.options as { url: string }).url;

/** Everything in the tables, and how far the ids of the records are. */
function everything(): Promise<unknown> {
  return source.query(`
    SELECT table_name, query_to_xml(format('SELECT * FROM %I', table_name), true, true, '')::text AS content, (
      SELECT last_value FROM pg_sequences WHERE sequencename = table_name || '_id_seq' AND table_name <> 'changes'
    ) AS last_value
    FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`);
}

it('opens all connections, and leaves nothing behind', async () => {
  await test.signedIn();
  const before = await everything();
  await warmUp(source, never);
  expect(poolOf(source)).toMatchObject({ totalCount: 10, idleCount: 10 });
  expect(await everything()).toEqual(before);
  expect(warn).not.toHaveBeenCalled();
});

it('does on each connection what is slow the first time', async () => {
  await test.signedIn();
  const { calls } = await sequences();
  await warmUp(source, never);
  // Each write takes a number of the change log, which no rollback gives back.
  expect((await sequences()).calls - calls).toBe(10 * WRITES);
});

async function sequences(): Promise<{ calls: number }> {
  const [{ calls }] = await source.query<[{ calls: string }]>(
    "SELECT coalesce(last_value, 0) AS calls FROM pg_sequences WHERE sequencename = 'changes_id_seq'",
  );
  return { calls: Number(calls) };
}

it('does so before anybody has signed up', async () => {
  await warmUp(source, never);
  expect(poolOf(source)).toMatchObject({ totalCount: 10, idleCount: 10 });
  expect(warn).not.toHaveBeenCalled();
});

it.each([
  ['1', 10 * WRITES],
  ['0', 0],
])('is done by a process with STOP_DELAY=%s before its port is open', async (STOP_DELAY, writes) => {
  await test.signedIn();
  const { calls } = await sequences();
  const { ready, child } = await startProcess({ env: { DATABASE_URL: url(), STOP_DELAY } });
  await ready;
  child.kill('SIGKILL');
  expect((await sequences()).calls - calls).toBe(writes);
});

it('is not held up by others who do the same, nor by a product like its own', async () => {
  const api = await test.signedIn();
  await api.post('/api/products', buildProduct({ sku: 'Warm-up', name: 'Warm-up' }));
  const other = await startApp({ DATABASE_URL: url() });
  const { calls } = await sequences();
  await Promise.all([test, other].map(({ app }) => warmUp(app.get(DataSource), never)));
  await other.close();
  expect(warn).not.toHaveBeenCalled();
  expect((await sequences()).calls - calls).toBe(2 * 10 * WRITES);
});

it('ends early when its time is over, and tells what went wrong, but to nobody who waits', async () => {
  await test.signedIn();
  await warmUp(source, AbortSignal.abort());
  expect(poolOf(source)?.totalCount).toBeLessThan(10);
  await source.query('ALTER TABLE problems RENAME TO elsewhere');
  await warmUp(source, never);
  expect(warn.mock.calls).toEqual([['The connections could not be warmed up: relation "problems" does not exist']]);
  expect(poolOf(source)).toMatchObject({ waitingCount: 0, idleCount: poolOf(source)?.totalCount });
});
