import type { Repository } from 'typeorm';
import { isFull, limitBytes } from '../../../../database/limit-bytes';
import { csvLine, unescapeCell } from '../../../../lists/csv';
import { isProblemHeader, PROBLEM_HEADER } from '../import-columns';
import type { ProductImport } from '../product-import.entity';
import type { RowReport } from '../row-validation';

/** Rows fetched at once; fewer where they are long. */
const BATCH = 500;

const STATEMENT = limitBytes(
  `SELECT id, cells, verdict, octet_length(cells::text) AS size FROM product_import_rows
   WHERE import_id = $1 AND state = 'bad' AND id > $2 ORDER BY id LIMIT $3`,
  { names: 'id, cells, verdict', order: 'ORDER BY id', limit: BATCH },
);

interface BadRow {
  id: number;
  cells: string[];
  verdict: RowReport;
}

/** The bad rows of a file as CSV, as they stand in it, each with its problem: to be corrected and imported again. */
export async function* exportBadRows(
  imports: Repository<ProductImport>,
  { id, columns }: ProductImport,
): AsyncGenerator<string> {
  // A file that comes of bad rows itself has the problems of before.
  const places = columns.flatMap(({ header }, place) => (isProblemHeader(header) ? [] : [place]));
  // Without the mark at the start Excel takes it for another encoding.
  yield `\ufeff${csvLine([...places.map((place) => columns[place].header), PROBLEM_HEADER])}`;
  for (let after = 0; ;) {
    const rows = await imports.query<BadRow[]>(STATEMENT, [id, after, BATCH]);
    if (rows.length > 0)
      yield rows.map(({ cells, verdict }) => badLine(cells, verdict, places, columns.length)).join('');
    if (!isFull(rows, BATCH)) return;
    after = rows[rows.length - 1].id;
  }
}

/** What stands beyond the header comes after the problem, so that each cell is below its header. */
function badLine(cells: string[], { problem }: RowReport, places: number[], width: number): string {
  const own = places.map((place) => cells[place] ?? '');
  return csvLine([...own.map(unescapeCell), problem, ...cells.slice(width).map(unescapeCell)]);
}
