import { unescapeCell } from '../../../lists/csv';
import type { FileRow } from './csv-file';
import type { FileFormat, ImportColumn, Target } from './import-columns';
import { Turn } from '../../../http/budgets/turn';
import { cleanCode } from './values/codes';

/** Rows of one group that are looked at together; Shopify has at most 2,048 variants of a product, and their images. */
const MAX_GROUP = 3000;

/** The places of the columns of each target. */
export type Places = Partial<Record<Target, number[]>>;

/** The rows of a file, those of one product and its variants together. */
export async function* groupRows<Row extends FileRow>(
  rows: AsyncIterable<Row>,
  { columns, format }: { columns: ImportColumn[]; format: FileFormat },
): AsyncGenerator<Row[]> {
  const places = placesOf(columns);
  const turn = new Turn();
  let group: Row[] = [];
  for await (const row of rows) {
    if (turn.isOver) await turn.yield();
    const key = groupOf(row, places);
    const isSame = key !== '' ? group.length > 0 && key === groupOf(group[0], places) : isRest(row, format, places);
    const belongs = isSame && group.length > 0 && group.length < MAX_GROUP;
    if (!belongs && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

export function placesOf(columns: ImportColumn[]): Places {
  const places: Places = {};
  columns.forEach(({ target }, place) => (places[target] ??= []).push(place));
  return places;
}

export function groupOf({ cells }: FileRow, { group }: Places): string {
  return group ? cleanCode(cells[group[0]] ?? '') : '';
}

/** Odoo writes the further lines of a product, as of its attributes, into rows that say no more of it. */
function isRest(row: FileRow, format: FileFormat, places: Places): boolean {
  const said = [places.name, places.sku, places.ean, places.id].filter((column) => column !== undefined);
  return format === 'odoo' && said.every((column) => !textAt(row, column)?.trim());
}

/** The cell of a column, or the first that is not empty of several; undefined where there is no column. */
export function textAt({ cells }: FileRow, places: number[] | undefined): string | undefined {
  return places && unescapeCell(cells[places.find((place) => cells[place]) ?? places[0]] ?? '');
}
