import type { Client } from 'pg';
import { isLeftOut, readTables } from '../../src/platform/backup/tables';
import { withClient } from '../../src/platform/embedded-postgres/server';

/** Runs one statement on a connection of its own. */
export async function query<T extends object>(url: string, text: string, values?: unknown[]): Promise<T[]> {
  return (await withClient(url, (client) => client.query<T>(text, values))).rows;
}

/** Every table's rows, by a way of its own: how many, and a sum over a hash of each. */
export async function contents(client: Client): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const table of await readTables(client)) {
    if (isLeftOut(table)) continue;
    const { rows } = await client.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum FROM "${table.name}" AS t`,
    );
    all[table.name] = rows[0].sum;
  }
  return all;
}

/** Columns, defaults, references, other rules, indexes and triggers with whether they are on. */
export function schema(url: string): Promise<object[]> {
  return query(
    url,
    `
    SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) || convalidated AS is FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT table_name, column_name, data_type || coalesce(column_default, '') FROM information_schema.columns WHERE table_schema = 'public'
    ORDER BY 1, 2, 3`,
  );
}
