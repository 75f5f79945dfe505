import fc, { type Arbitrary } from 'fast-check';

const CHARACTERS = [
  '\0',
  '\u0001',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u00e9',
  'e\u0301',
  'ﬁ',
  'ﬃ',
  'ß',
  'ẞ',
  'İ',
  'ı',
  'ς',
  'Σ',
  '\u1100\u1161',
  '가',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u3000',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\ufdd0',
  '😀',
  '👩‍👩‍👧',
  '🇩🇪',
  '𝒜',
  '\u{10ffff}',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '$1',
  '$&',
  '{}',
  '\\u0000',
  '\\x00',
  '&#0;',
  '\r\n',
  '\t',
  ' ',
  'a',
  '1',
];
const HALVES = ['\ud800', '\udbff', '\udc00', '\udfff'];
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'length',
  'id',
  'then',
  'toJSON',
  '0',
  '1',
  '-1',
  '01',
  '4294967295',
  '1e3',
  '',
  ' ',
  '.',
  'a.b',
  '$where',
  'null',
  'undefined',
  'true',
];

const character = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...CHARACTERS.slice(1)) },
  { weight: 12, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HALVES, '\0') },
);

/** Texts that something between a form and a disk might change; some cannot be kept at all. `max` is the most that may be kept. */
export function hostileText(max: number): Arbitrary<string> {
  return fc.oneof(
    { weight: 40, arbitrary: fc.array(character, { maxLength: 12 }).map((parts) => parts.join('')) },
    { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', '😀', 'e\u0301', '\u200b'), fc.constantFrom(-1, 0, 1))
        .map(([unit, more]) => [...unit.repeat(max)].slice(0, max + more).join('')),
    },
  );
}

/** Maps with such names and values. */
export function hostileMap(): Arbitrary<[name: string, value: string][]> {
  const name = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: hostileText(100) },
  );
  return fc.uniqueArray(fc.tuple(name, hostileText(5000)), { selector: ([key]) => key, maxLength: 6 });
}

/** Whether a text can be kept as it is. */
export function canBeKept(text: string, max: number): boolean {
  return Buffer.from(text).toString() === text && !text.includes('\0') && [...text].length <= max;
}
