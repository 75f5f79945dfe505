import { pick, type Random } from '../src/platform/demo/random';

const NASTY = [
  '=1+1',
  "'=1+1",
  "''-2",
  "'",
  '+49 30',
  '-5',
  '@home',
  '\tTab',
  '\rReturn',
  "'\tTab",
  'a\nb',
  'a\r\nb',
  'a,b;c\td',
  '"quoted"',
  '"',
  '007',
  '1e5',
  'Ünïcödé',
  '😀',
  'שלום',
  '\u200b',
  ' ',
  'a  b',
  'NULL',
  '{"a":"b"}',
  '<b>',
  '%_\\',
  '__proto__',
  'constructor',
  '2',
  '10',
  'Name',
  'Field: Name',
  '\ufeff',
  "O'Neil",
  'x'.repeat(300),
];
const IMAGES = [
  'https://shop.example/a.jpg',
  'https://shop.example/a,b.jpg',
  'https://shop.example/c.jpg,https://d.example/',
  'HTTPS://shop.example/?q=1,',
  'http://shop.example/=1',
];

/** A text that a spreadsheet or a parser may spoil. */
export function nastyText(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, NASTY)).join(
    pick(random, ['', ' ', ',', '\n', '"', "'"]),
  );
}

/** A product as a create takes it, with texts that are hard to carry. */
export function nastyProduct(random: Random, number: number, image?: string): Record<string, unknown> {
  const sometimes = (make: () => unknown): unknown => (random() < 0.5 ? make() : null);
  const fields = Array.from({ length: Math.floor(random() * 5) }, () => [
    `${nastyText(random).slice(0, 90)}f`,
    nastyText(random),
  ]);
  const images = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    image && random() < 0.2 ? image : pick(random, IMAGES),
  );
  return {
    name: `${nastyText(random)}n`.slice(0, 400),
    sku: `${nastyText(random).slice(0, 150)}${number}`,
    ean: sometimes(() => nastyText(random).slice(0, 150)),
    vehicle: sometimes(() => nastyText(random).slice(0, 400)),
    description: sometimes(() => nastyText(random)),
    images,
    extraFields: Object.fromEntries(fields),
    status: pick(random, ['active', '=draft', nastyText(random).slice(0, 90)]),
  };
}

/** A price list of that many rows, a piece of some hundred at a time; `version` changes a word of every name. */
export function* priceList(rows: number, version = 1): Generator<string> {
  yield 'SKU;Name;EAN;Vehicle;Description;Image;Axle;Diameter\r\n';
  for (let start = 0; start < rows; start += 500) {
    let text = '';
    for (let number = start; number < Math.min(rows, start + 500); number++) {
      text += `IM-${number};Brake disc v${version} ${number};0${4006633000000 + number};Volkswagen Golf ${number % 9};"Ventilated; sold in pairs with screws, for models from ${1990 + (number % 30)} on";https://shop.example/${number}.jpg;${number % 2 ? 'front' : 'rear'};${240 + (number % 90)} mm\r\n`;
    }
    yield text;
  }
}
