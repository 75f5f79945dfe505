const SEPARATED_DIGITS = /^\d+(?:[\s-]+\d+)*$/;
const WHOLE_NUMBER = /^(\d+)[.,]0+$/;

/** A code without what spreadsheets and shops put around it so that it stays text: an apostrophe before it, or `="…"`. */
export function cleanCode(text: string): string {
  const trimmed = text.trim();
  return (/^="(.*)"$/s.exec(trimmed)?.[1] ?? trimmed).replace(/^['’‘`´]+/, '').trim();
}

/** An article number as its digits, where nothing but blanks and hyphens stands between them. */
export function cleanEan(text: string): string {
  const code = cleanCode(text).replace(WHOLE_NUMBER, '$1');
  return SEPARATED_DIGITS.test(code) ? code.replace(/[\s-]+/g, '') : code;
}

/** Whether a spreadsheet has written a long number as 8.72E+12, so that its last digits are lost. */
export function isShortened(code: string): boolean {
  return /^\d([.,]\d+)?E\+?\d+$/i.test(code);
}
