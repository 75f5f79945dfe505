import type { Repository } from 'typeorm';
import { isFull, limitBytes } from '../../../../database/limit-bytes';
import { csvLine, unescapeCell } from '../../../../lists/csv';
import { isProblemHeader, PROBLEM_HEADER } from '../import-columns';
import type { ProductImport, RowState } from '../product-import.entity';
import { groupRows } from '../row-groups';
import type { RowReport } from '../row-validation';

/** Rows fetched at once; fewer where they are long. */
const BATCH = 500;
/** Characters that are sent at once. */
const CHUNK_LENGTH = 65_536;

const [BAD_ROWS, ALL_ROWS] = ["AND state = 'bad'", ''].map((condition) =>
  limitBytes(
    `SELECT id, cells, state, verdict, octet_length(cells::text) AS "$size" FROM product_import_rows
     WHERE import_id = $1 AND id > $2 ${condition} ORDER BY id LIMIT $3`,
    { names: 'id, cells, state, verdict', order: 'ORDER BY id', limit: BATCH },
  ),
);

interface CheckedRow {
  id: number;
  cells: string[];
  state: RowState;
  verdict: RowReport;
}

/**
 * The bad rows of a file as CSV, as they stand in it but for a SKU that was made, each with its problem: to be corrected and
 * imported again. A product comes with all of its variants, since they share texts and images.
 */
export async function* exportBadRows(
  imports: Repository<ProductImport>,
  { id, columns, file: { format } }: ProductImport,
): AsyncGenerator<string> {
  // A file that comes of bad rows itself has the problems of before.
  const indexes = columns.flatMap(({ header }, index) => (isProblemHeader(header) ? [] : [index]));
  const skuIndex = columns.findIndex(({ target }) => target === 'sku');
  // Without the mark at the start Excel takes it for another encoding.
  yield `\ufeff${csvLine([...indexes.map((index) => columns[index].header), PROBLEM_HEADER])}`;
  const statement = columns.some(({ target }) => target === 'group') ? ALL_ROWS : BAD_ROWS;
  let chunk = '';
  for await (const group of groupRows(readRows(imports, id, statement), { columns, format })) {
    if (group.every(({ state }) => state !== 'bad')) continue;
    for (const { cells, verdict } of group) {
      // Without the other rows of the file it could be another one.
      if (verdict.isSkuMade && skuIndex >= 0) cells[skuIndex] = verdict.sku;
      chunk += badLine(cells, verdict, indexes, columns.length);
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

async function* readRows(
  imports: Repository<ProductImport>,
  id: number,
  statement: string,
): AsyncGenerator<CheckedRow> {
  for (let after = 0; ;) {
    const rows = await imports.query<CheckedRow[]>(statement, [id, after, BATCH]);
    yield* rows;
    if (!isFull(rows, BATCH)) return;
    after = rows[rows.length - 1].id;
  }
}

/** What stands beyond the header comes after the problem, so that each cell is below its header. */
function badLine(cells: string[], { problem }: RowReport, indexes: number[], width: number): string {
  const own = indexes.map((index) => cells[index] ?? '');
  return csvLine([...own.map(unescapeCell), problem, ...cells.slice(width).map(unescapeCell)]);
}
