import type { EntityManager } from 'typeorm';

/** How long the demo waits for those who use the change log, and they for it; longer, it gives up. */
const LOCK_TIMEOUT = '5s';

/** A row for the past: its table and columns; `by` is a user id. */
export interface PastRow {
  table:
    | 'customer_questions'
    | 'problems'
    | 'question_responses'
    | 'problem_responses'
    | 'updates'
    | 'products'
    | 'tags'
    | 'views';
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
    // Of products the change log alone knows who made them, and when.
    const made = table === 'products' ? {} : { created_at: at, created_by_id: by };
    const row: Record<string, unknown> = { ...made, ...values };
    const places = Object.keys(row).map((_column, index) => `$${index + 1}`);
    const [{ id }] = await this.manager.query<{ id: number }[]>(
      `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${places.join()}) RETURNING id`,
      Object.values(row),
    );
    return id;
  }

  /** Changes one column of a thread. */
  async change(
    table: 'customer_questions' | 'problems',
    id: number,
    [column, value]: ['status', string] | ['assignee_id', number] | ['snoozed_until', Date],
    { at, by }: Pick<PastRow, 'at' | 'by'>,
  ): Promise<void> {
    await this.setActor(at, by);
    await this.manager.query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [value, id]);
  }

  /** Links a record to the product that its text names, if the shop has it. */
  async link(
    kind: 'question' | 'problem' | 'update',
    id: number,
    sku: string,
    { at, by }: Pick<PastRow, 'at' | 'by'>,
  ): Promise<void> {
    await this.setActor(at, by);
    await this.manager.query(
      `INSERT INTO product_links (kind, record_id, product_id, source, created_at, created_by_id)
       SELECT $1, $2, id, 'code', $4, $5 FROM products WHERE sku = $3`,
      [kind, id, sku, at, by],
    );
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
