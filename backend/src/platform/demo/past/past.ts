import type { EntityManager } from 'typeorm';

/** How long the demo waits for those who use the change log, and they for it; longer, it gives up. */
const LOCK_TIMEOUT = '5s';

/** A row for the past: its table and columns; `by` is a user id. */
export interface PastRow {
  table: 'customer_questions' | 'problems' | 'question_responses' | 'problem_responses' | 'updates';
  at: Date;
  by: number;
  values: Record<string, string>;
}

/**
 * Writes records with the date on which the demo shop would have written them. The API takes all times from the clock of
 * the database, so this writes SQL, with all triggers on. An entry of the change log cannot be changed once it is there:
 * it gets its date as it is inserted, from a default that the table has in this transaction alone. Until it ends, all who
 * write records or read the log wait: for the whole shop about a second.
 */
export async function inThePast<T>(manager: EntityManager, write: (past: Past) => Promise<T>): Promise<T> {
  await manager.query("SET LOCAL TIME ZONE 'UTC'");
  await manager.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  await manager.query("ALTER TABLE changes ALTER COLUMN at SET DEFAULT current_setting('crm.demo_at')::timestamptz");
  const result = await write(new Past(manager));
  await manager.query('ALTER TABLE changes ALTER COLUMN at SET DEFAULT clock_timestamp()');
  return result;
}

/** Writes one change after the other; the caller gives them in the order of their dates. */
export class Past {
  constructor(private readonly manager: EntityManager) {}

  async insert({ table, at, by, values }: PastRow): Promise<number> {
    await this.setActor(at, by);
    const columns = ['created_at', 'created_by_id', ...Object.keys(values)];
    const places = columns.map((_column, index) => `$${index + 1}`);
    const [{ id }] = await this.manager.query<{ id: number }[]>(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${places.join()}) RETURNING id`,
      [at, by, ...Object.values(values)],
    );
    return id;
  }

  async setStatus(
    table: 'customer_questions' | 'problems',
    id: number,
    status: string,
    at: Date,
    by: number,
  ): Promise<void> {
    await this.setActor(at, by);
    await this.manager.query(`UPDATE ${table} SET status = $1 WHERE id = $2`, [status, id]);
  }

  private async setActor(at: Date, by: number): Promise<void> {
    await this.manager.query(
      `SELECT set_config('crm.user_id', $1, true), set_config('crm.change_set', gen_random_uuid()::text, true),
         set_config('crm.demo_at', $2, true)`,
      [String(by), at.toISOString()],
    );
  }
}

/** The titles that a table has. */
export async function titlesOf(manager: EntityManager, table: PastRow['table']): Promise<Set<string>> {
  const rows = await manager.query<{ title: string }[]>(`SELECT title FROM ${table}`);
  return new Set(rows.map(({ title }) => title));
}
