import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cloneDatabase } from '../../../test/support/database';
import { query } from '../../../test/support/database-contents';
import { rebuildSearch } from './rebuild';

let url: string;
let other: Client;
beforeEach(async () => {
  url = await cloneDatabase();
  other = new Client(url);
  await other.connect();
});
afterEach(() => other.end());

/** Waits until the rebuild has waited for so long with such a statement. */
async function untilWaiting(statement: string, ms: number): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%' || $1 || '%' AND clock_timestamp() - query_start > make_interval(secs => $2)`;
  for (const end = Date.now() + 60_000; (await query(url, waiting, [statement, ms / 1000])).length === 0;) {
    if (Date.now() > end) throw new Error(`Nothing waits with ${statement}`);
    await sleep(20);
  }
}

it('lets others write while it waits for a long import', async () => {
  await other.query("BEGIN; INSERT INTO products (name, sku) VALUES ('Disc', 'BD-1')");
  const rebuilt = rebuildSearch(url, () => undefined);
  await untilWaiting('LOCK TABLE', 0);
  await query(url, "SET lock_timeout = '5s'; INSERT INTO products (name, sku) VALUES ('Pad', 'BP-1')");
  await other.query('COMMIT');
  await rebuilt;
});

it('rebuilds the indexes however long a backup reads', async () => {
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  const rebuilt = rebuildSearch(url, () => undefined);
  await Promise.race([rebuilt, untilWaiting('REINDEX', 1500)]);
  await other.query('COMMIT');
  await rebuilt;
  expect(await query(url, 'SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid')).toEqual([]);
});

it('leaves the version of a record whose text it corrects', async () => {
  await query(url, "INSERT INTO products (name, sku) VALUES ('Disc', 'BD-1')");
  await query(url, "SET session_replication_role = 'replica'; UPDATE products SET search_text = 'old'");
  await rebuildSearch(url, () => undefined);
  const read = "SELECT version, search_text LIKE '%disc%' AS corrected FROM products";
  expect(await query(url, read)).toEqual([{ version: 1, corrected: true }]);
});
