import { unescapeCell } from '../../../../lists/csv';
import type { CsvFile, FileRow } from '../csv-file';
import { isHtml } from '../values/html-text';
import { isOwnExport, recognise } from './recognise';

/** How much of a file is looked at, at most: so many rows, and no other once they have so many characters. */
const MAX_ROWS = 100;
const MAX_CHARACTERS = 256 * 1024;

/** A file with whether its first rows have HTML in the description; the texts of our own export are none. */
export async function lookForHtml(file: CsvFile): Promise<CsvFile & { hasHtml: boolean }> {
  const { headers, rows } = file;
  const index = recognise(headers).columns.findIndex(({ target }) => target === 'description');
  if (index < 0 || isOwnExport(headers)) return { ...file, hasHtml: false };
  const first: FileRow[] = [];
  let hasHtml = false;
  let characters = 0;
  while (!hasHtml && first.length < MAX_ROWS && characters < MAX_CHARACTERS) {
    const next = await rows.next();
    if (next.done) break;
    const { cells } = next.value;
    first.push(next.value);
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    hasHtml = isHtml(unescapeCell(cells[index] ?? ''));
  }
  return { ...file, hasHtml, rows: withFirst(first, rows) };
}

async function* withFirst(first: FileRow[], rows: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  yield* first;
  yield* rows;
}
