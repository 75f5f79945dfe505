/** Makes an EAN-13 from up to 10 digits, in the range that GS1 keeps for use inside a company (prefix 20 to 29). */
export function ean13(number: number): string {
  const digits = `21${String(number).padStart(10, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
