import { unescapeCell } from '../../../lists/csv';
import type { FileRow } from './csv-file';
import type { FileFormat, ImportColumn, Target } from './import-columns';
import { Turn } from '../../../http/budgets/turn';
import { cleanCode } from './values/codes';

/** Rows of one group that are looked at together; Shopify has at most 2,048 variants of a product, and their images. */
const MAX_GROUP = 3000;

/** The indexes of the columns of each target. */
export type ColumnIndexes = Partial<Record<Target, number[]>>;

/** The rows of a file, those of one product and its variants together. */
export async function* groupRows<Row extends FileRow>(
  rows: AsyncIterable<Row>,
  { columns, format }: { columns: ImportColumn[]; format: FileFormat },
): AsyncGenerator<Row[]> {
  const indexes = indexesOf(columns);
  const turn = new Turn();
  let group: Row[] = [];
  for await (const row of rows) {
    if (turn.isOver) await turn.yield();
    const key = groupOf(row, indexes);
    const isSame = key !== '' ? group.length > 0 && key === groupOf(group[0], indexes) : isRest(row, format, indexes);
    const belongs = isSame && group.length > 0 && group.length < MAX_GROUP;
    if (!belongs && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

export function indexesOf(columns: ImportColumn[]): ColumnIndexes {
  const indexes: ColumnIndexes = {};
  columns.forEach(({ target }, index) => (indexes[target] ??= []).push(index));
  return indexes;
}

export function groupOf({ cells }: FileRow, { group }: ColumnIndexes): string {
  return group ? cleanCode(cells[group[0]] ?? '') : '';
}

/** Odoo writes the further lines of a product, as of its attributes, into rows that say no more of it. */
function isRest(row: FileRow, format: FileFormat, indexes: ColumnIndexes): boolean {
  const said = [indexes.name, indexes.sku, indexes.ean, indexes.id].filter((column) => column !== undefined);
  return format === 'odoo' && said.every((column) => !textAt(row, column)?.trim());
}

/** The cell of a column, or the first that is not empty of several; undefined where there is no column. */
export function textAt({ cells }: FileRow, indexes: number[] | undefined): string | undefined {
  return indexes && unescapeCell(cells[indexes.find((index) => cells[index]) ?? indexes[0]] ?? '');
}
