import { isShortened } from './codes';
import type { MappedRow } from './mapped-row';

/** Leaves out an article number whose last digits are lost: a new product has none, and a known one keeps its own. */
export function leaveOutShortenedEan(mapped: MappedRow): void {
  if (!isShortened(mapped.ean?.trim() ?? '')) return;
  mapped.ean = undefined;
  mapped.warnings.push('A spreadsheet has shortened the EAN: its last digits are lost, and it is left out');
}

/** What seems wrong with an article number, or null: a GTIN has 8, 12, 13 or 14 digits; the last is a check digit. */
export function eanWarning(ean: string): string | null {
  if (!/^\d+$/.test(ean)) return 'The EAN has characters that are no digits';
  if (![8, 12, 13, 14].includes(ean.length)) return `The EAN has ${ean.length} digits, and should have 8, 12, 13 or 14`;
  const digits = [...ean].reverse().map(Number);
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  const expected = (10 - (sum % 10)) % 10;
  return expected === digits[0] ? null : `The check digit of ${ean} should be ${expected}`;
}
