import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './prepared-statement';

/** Between two connections, so that those who are served by other processes meanwhile have a turn; ms. */
const PAUSE = 20;

/**
 * One of each of our kinds is created, one is changed, and all is taken back before anybody can see it: PostgreSQL prepares
 * functions, plans and what it knows of tables anew for each connection, which makes its first record take five times as long
 * as the next. Ids and SKU are no other connection's and no other process's, so that none waits for another, and no number of
 * a record is used up. Nothing is kept, so no standby is waited for. Where nobody has signed up there is nobody to wait.
 */
const REHEARSAL = `DO $$
  DECLARE
    author integer;
    own integer := -pg_backend_pid();
  BEGIN
    PERFORM set_config('lock_timeout', '100ms', true), set_config('synchronous_commit', 'off', true);
    author := (SELECT min(id) FROM users);
    IF author IS NULL THEN
      RETURN;
    END IF;
    BEGIN
      PERFORM set_config('crm.user_id', author::text, true), set_config('crm.change_set', gen_random_uuid()::text, true);
      INSERT INTO products (id, name, sku) VALUES (own, 'Rehearsal', gen_random_uuid());
      INSERT INTO customer_questions (id, title, description, created_by_id) VALUES (own, 'Rehearsal', 'Rehearsal', author);
      INSERT INTO question_responses (id, question_id, response, created_by_id) VALUES (own, own, 'Rehearsal', author);
      INSERT INTO problems (id, title, description, created_by_id) VALUES (own, 'Rehearsal', 'Rehearsal', author);
      INSERT INTO problem_responses (id, problem_id, response, created_by_id) VALUES (own, own, 'Rehearsal', author);
      INSERT INTO updates (id, title, content, created_by_id) VALUES (own, 'Rehearsal', 'Rehearsal', author);
      UPDATE problems SET status = 'resolved' WHERE id = own;
      RAISE SQLSTATE 'RH000';
    EXCEPTION
      WHEN SQLSTATE 'RH000' THEN NULL;
    END;
  END
$$`;

/**
 * Opens all connections of a pool, one after the other, and lets each do what its first requests would wait for; begins with
 * no other once `enough` says so. What goes wrong is told in the log alone: the requests that come will do without.
 */
export async function warmUp(source: DataSource, enough: AbortSignal): Promise<void> {
  const pool = poolOf(source) as Pool;
  const clients: PoolClient[] = [];
  try {
    while (clients.length < pool.options.max && !enough.aborted) {
      const client = await pool.connect();
      clients.push(client);
      await client.query(REHEARSAL);
      await sleep(PAUSE);
    }
  } catch (error) {
    new Logger('Database').warn(`The connections could not be warmed up: ${(error as Error).message}`);
  } finally {
    for (const client of clients) client.release();
  }
}
