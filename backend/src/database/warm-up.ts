import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './prepared';

/** Between two connections, so that those who are served by other processes meanwhile have a turn; ms. */
const PAUSE = 20;

/**
 * One of each kind is created and changed, and taken back before anybody can see it: PostgreSQL prepares functions, plans
 * and what it knows of tables anew for each connection, which makes its first record take five times as long as the next.
 * The ids are 0, so that no number is used up. Where nobody has signed up there is nobody to wait.
 */
const REHEARSAL = `DO $$
  DECLARE
    author integer := (SELECT min(id) FROM users);
  BEGIN
    IF author IS NULL THEN
      RETURN;
    END IF;
    PERFORM set_config('lock_timeout', '100ms', true), set_config('crm.user_id', author::text, true), set_config('crm.change_set', gen_random_uuid()::text, true);
    INSERT INTO products (id, name, sku) VALUES (0, 'Rehearsal', 'Rehearsal');
    INSERT INTO customer_questions (id, title, description, created_by_id) VALUES (0, 'Rehearsal', 'Rehearsal', author);
    INSERT INTO question_responses (id, question_id, response, created_by_id) VALUES (0, 0, 'Rehearsal', author);
    INSERT INTO problems (id, title, description, created_by_id) VALUES (0, 'Rehearsal', 'Rehearsal', author);
    INSERT INTO problem_responses (id, problem_id, response, created_by_id) VALUES (0, 0, 'Rehearsal', author);
    UPDATE problems SET status = 'resolved' WHERE id = 0;
    RAISE SQLSTATE 'RH000';
  EXCEPTION
    WHEN SQLSTATE 'RH000' THEN NULL;
  END
$$`;

/**
 * Opens all connections of a pool, one after the other, and lets each do what its first requests would wait for; ends early
 * after `patience` ms. What goes wrong is told in the log alone: the requests that come will do without.
 */
export async function warmUp(source: DataSource, patience: number): Promise<void> {
  const pool = poolOf(source) as Pool;
  const until = performance.now() + patience;
  const clients: PoolClient[] = [];
  try {
    while (clients.length < pool.options.max && performance.now() < until) {
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
