import { ConflictException } from '@nestjs/common';
import type { EntityManager, Repository } from 'typeorm';
import { isFull, limitBytes } from '../../../database/limit-bytes';
import type { ReadRows } from '../../../lists/page';
import { ROWS_GONE } from './apply/apply-import';
import { ROW_STATES, type ProductImport, type RowState } from './product-import.entity';
import type { RowReport } from './row-validation';

/** A row of a file, with what would come of it. */
export interface PreviewRow {
  id: number;
  state: RowState;
  verdict: RowReport;
}

/** Which rows to read; all without. */
export interface RowFilter {
  state?: RowState;
  /** `true` for rows with warnings, `false` for those without. */
  warned?: 'true' | 'false';
}

/** 409 where an import has fewer rows than it should, by its counts or by `least`: rows are kept for a day, and counts longer. */
export async function expectRows(
  manager: EntityManager,
  { id, counts }: ProductImport,
  least = Infinity,
): Promise<void> {
  const expected = Math.min(
    least,
    ROW_STATES.reduce((sum, state) => sum + counts[state], 0),
  );
  // Not all are counted where one is enough: this comes before each page of rows.
  const [{ rows }] = await manager.query<{ rows: number }[]>(
    'SELECT count(*)::int AS rows FROM (SELECT FROM product_import_rows WHERE import_id = $1 LIMIT $2) AS found',
    [id, expected],
  );
  if (rows !== expected) throw new ConflictException(ROWS_GONE);
}

/** Rows in the order of the file, all or those of a filter. */
export function readRows(
  imports: Repository<ProductImport>,
  id: number,
  { state, warned }: RowFilter,
): ReadRows<PreviewRow> {
  const statement = `
    SELECT id, state, verdict, octet_length(verdict::text) AS "$size" FROM product_import_rows
    WHERE import_id = $1 AND id > $2 AND ($4::text IS NULL OR state = $4)
      AND ($5::boolean IS NULL OR (json_array_length(verdict -> 'warnings') > 0) = $5)
    ORDER BY id LIMIT $3`;
  return async ({ after, limit }) => {
    const values = [id, after?.id ?? 0, limit, state ?? null, warned ?? null];
    const rows = await imports.query<PreviewRow[]>(
      limitBytes(statement, { names: 'id, state, verdict', order: 'ORDER BY id', limit }),
      values,
    );
    return { rows, hasMore: isFull(rows, limit) };
  };
}
