/** What seems wrong with an EAN, as the import says it; undefined where nothing does. */
export function eanWarning(ean: string): string | undefined {
  if (!/^(\d{8}|\d{12,14})$/.test(ean)) return 'An EAN has 8, 12, 13 or 14 digits';
  const [check, ...rest] = [...ean].reverse().map(Number);
  const sum = rest.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  const expected = (10 - (sum % 10)) % 10;
  return expected === check ? undefined : `The check digit of the EAN should be ${expected}`;
}
