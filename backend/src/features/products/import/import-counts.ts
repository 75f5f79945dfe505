import type { EntityManager } from 'typeorm';
import { ROW_STATES, type ImportCounts, type RowState } from './product-import.entity';

/** Counts the rows of an import by what would come of them. */
export async function countRows(manager: EntityManager, id: number): Promise<ImportCounts> {
  const rows = await manager.query<{ state: RowState; rows: number; warned: number }[]>(
    `SELECT state, count(*)::int AS rows, count(*) FILTER (WHERE json_array_length(verdict -> 'warnings') > 0)::int AS warned FROM product_import_rows WHERE import_id = $1 GROUP BY state`,
    [id],
  );
  return rows.reduce(
    (counts, { state, rows: found, warned }) => ({ ...counts, [state]: found, warned: counts.warned + warned }),
    noRows(),
  );
}

/** All rows of a file but its header. */
export function totalOf(counts: ImportCounts): number {
  return ROW_STATES.reduce((sum, state) => sum + counts[state], 0);
}

export function noRows(): ImportCounts {
  return { new: 0, changed: 0, unchanged: 0, bad: 0, part: 0, warned: 0 };
}
