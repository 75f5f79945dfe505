import type { EntityManager } from 'typeorm';
import { quoted, type Kind, type RecordRevert } from './record-revert';

/** Columns that PostgreSQL sets to NULL when the record that they name is deleted. */
const REFERENCES = `
  SELECT from_table.relname AS table, attname AS column, to_table.relname AS target
  FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    JOIN pg_class AS from_table ON from_table.oid = conrelid JOIN pg_class AS to_table ON to_table.oid = confrelid
  WHERE contype = 'f' AND confdeltype = 'n' AND from_table.relname = ANY($1) AND from_table.relnamespace = 'public'::regnamespace`;

/**
 * Takes what is gone out of such columns: nobody has changed them since, and a record comes back without it. What comes
 * back with the same revert is not gone.
 */
export async function leaveOutGoneReferences(
  manager: EntityManager,
  kinds: Map<string, Kind>,
  records: RecordRevert[],
): Promise<void> {
  const tableOf = ({ kind }: RecordRevert): string | undefined => kinds.get(kind)?.table;
  const references = await manager.query<{ table: string; column: string; target: string }[]>(REFERENCES, [
    [...new Set(records.map(tableOf))],
  ]);
  for (const { table, column, target } of references) {
    const rows = records
      .filter((one) => tableOf(one) === table)
      .flatMap(({ before, after }) => [before, after])
      .filter((row) => (row?.[column] ?? 'null') !== 'null');
    const found = await manager.query<{ id: number }[]>(`SELECT id FROM ${quoted(target)} WHERE id = ANY($1)`, [
      [...new Set(rows.map((row) => row?.[column]))],
    ]);
    const comeBack = records.filter((one) => one.before && tableOf(one) === target);
    const there = new Set([...found.map(({ id }) => id), ...comeBack.map(({ recordId }) => recordId)].map(String));
    for (const row of rows) if (row && !there.has(row[column])) row[column] = 'null';
  }
}
