import type { Repository } from 'typeorm';
import { isFull, limitBytes } from '../../../database/limit-bytes';
import type { ReadRows } from '../../../lists/page';
import type { ProductImport, RowState } from './product-import.entity';
import type { RowReport } from './row-validation';

/** A row of a file, with what would come of it. */
export interface PreviewRow {
  id: number;
  state: RowState;
  verdict: RowReport;
}

/** Rows in the order of the file, those of one kind or all. */
export function readRows(
  imports: Repository<ProductImport>,
  id: number,
  state: RowState | undefined,
): ReadRows<PreviewRow> {
  const statement = `
    SELECT id, state, verdict, octet_length(verdict::text) AS "$size" FROM product_import_rows
    WHERE import_id = $1 AND id > $2 AND ($4::text IS NULL OR state = $4) ORDER BY id LIMIT $3`;
  return async ({ after, limit }) => {
    const values = [id, after?.id ?? 0, limit, state ?? null];
    const rows = await imports.query<PreviewRow[]>(
      limitBytes(statement, { names: 'id, state, verdict', order: 'ORDER BY id', limit }),
      values,
    );
    return { rows, hasMore: isFull(rows, limit) };
  };
}
