/** What a spreadsheet would execute, however many apostrophes stand before it: also in full width, and the small forms. */
const DANGEROUS = /^'*[=+\-@\t\r＝＋－＠﹦﹢﹣﹫]/;
const MADE_SAFE = /^'+[=+\-@\t\r＝＋－＠﹦﹢﹣﹫]/;

/** The text of a cell that no spreadsheet executes: an apostrophe before what would be a formula. */
export function escapeCell(text: string): string {
  return DANGEROUS.test(text) ? `'${text}` : text;
}

/** The text that `safeCell` has made safe; any other stays as it is. */
export function unescapeCell(cell: string): string {
  return MADE_SAFE.test(cell) ? cell.slice(1) : cell;
}

/** A line of CSV; null is an empty cell. */
export function csvLine(texts: (string | null)[]): string {
  return `${texts.map((text) => quoted(escapeCell(text ?? ''))).join(',')}\r\n`;
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
