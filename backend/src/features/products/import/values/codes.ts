const SEPARATED_DIGITS = /^\d+(?:[\s-]+\d+)*$/;
const WHOLE_NUMBER = /^(\d+)[.,]0+$/;
const NUMBER_FIELD = /^(meta: .*_)?(ean|gtin|barcode|upc|isbn)[\s\d/_-]*(code|ean|upc)?$/i;

/**
 * A code without what spreadsheets and shops put around it so that it stays text: an apostrophe before it, or `="…"`.
 * A dash alone says that there is none.
 */
export function cleanCode(text: string): string {
  const trimmed = text.trim();
  const code = (/^="(.*)"$/s.exec(trimmed)?.[1] ?? trimmed).replace(/^['’‘`´]+/, '').trim();
  return /^[-–—]$/.test(code) ? '' : code;
}

/** An article number as its digits, where nothing but blanks and hyphens stands between them. */
export function cleanEan(text: string): string {
  const code = cleanCode(text).replace(WHOLE_NUMBER, '$1');
  return SEPARATED_DIGITS.test(code) ? code.replace(/[\s-]+/g, '') : code;
}

/** The article number among free fields: what plugins and attributes call so, where it has 8 to 14 digits. */
export function eanAmong(fields: [name: string, value: string][]): string | undefined {
  const found = fields.find(([name, value]) => NUMBER_FIELD.test(name) && /^\d{8,14}$/.test(cleanEan(value)));
  return found && cleanEan(found[1]);
}

/** Whether a spreadsheet has written a long number as 8.72E+12, so that its last digits are lost. `4E10` is a code. */
export function isShortened(code: string): boolean {
  return /^\d([.,]\d+)?E\+\d{2,3}$/i.test(code);
}
