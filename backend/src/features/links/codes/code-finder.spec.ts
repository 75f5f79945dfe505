import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../test/support/paths';
import { report } from '../../../../test/reliability/reliability-config';
import { makeLinkTexts } from '../../../../test/support/data/link-texts';
import { CodeFinder } from './code-finder';
import { codeForm } from './code-text';

interface Fixture {
  products: { sku: string; ean?: string; deleted?: boolean }[];
  texts: { text: string; links: string[] }[];
}

const { products, texts } = JSON.parse(
  readFileSync(join(root, 'backend/test/fixtures/link-texts.json'), 'utf8'),
) as Fixture;

/** The codes of the products that there are, by their forms. */
function knownCodes(): Map<string, number[]> {
  const known = new Map<string, number[]>();
  for (const [id, { sku, ean, deleted }] of products.entries())
    for (const code of deleted ? [] : [sku, ean ?? '']) {
      const form = codeForm(code);
      if (form !== '' && !known.get(form)?.includes(id)) known.set(form, [...(known.get(form) ?? []), id]);
    }
  return known;
}

/** How well the codes of texts are found; `differing` are texts with what was wrong. */
function measure(
  cases: { text: string; links: string[] }[],
  known: Map<string, number[]>,
  codes: string[],
): { precision: number; recall: number; differing: string[] } {
  let [right, wrong, missed] = [0, 0, 0];
  const differing: string[] = [];
  for (const { text, links } of cases) {
    const found = new CodeFinder(text).products(known).map((id) => codes[id]);
    const bad = found.filter((code) => !links.includes(code));
    const lost = links.filter((code) => !found.includes(code));
    right += links.length - lost.length;
    wrong += bad.length;
    missed += lost.length;
    if (bad.length + lost.length > 0) differing.push(`${text}: wrong ${bad.join()}, missed ${lost.join()}`);
  }
  return { precision: right / (right + wrong), recall: right / (right + missed), differing };
}

it('finds the exact codes of 300 texts that were marked by hand', () => {
  expect(texts).toHaveLength(300);
  const codes = products.map(({ sku }) => sku);
  const { precision, recall, differing } = measure(texts, knownCodes(), codes);
  report('codes in marked texts', `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
  if (precision < 0.99 || recall < 0.98) throw new Error(differing.join('\n'));
});

it('finds the exact codes of 5,000 texts from a seed', () => {
  const made = makeLinkTexts(20261125, 5000);
  const known = new Map(made.codes.map((code, id) => [codeForm(code), [id]]));
  const { precision, recall, differing } = measure(made.texts, known, made.codes);
  report('codes in generated texts', `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
  if (precision < 0.99 || recall < 0.98) throw new Error(differing.slice(0, 20).join('\n'));
});

it.each([
  ['Can I pay by invoice as a company?', 0],
  ['Does the brake disc Maronda fit a Golf VII? The catalogue says 280 mm, my old one measures 288 mm.', 0],
  ['It costs 39,90 EUR, and 3,000 km later it broke.', 1],
  ['Where is W 712?', 1],
])('looks up little: %s', (text, most) => expect(new CodeFinder(text).candidates.length).toBeLessThanOrEqual(most));

const CASES: [text: string, ...links: string[]][] = [
  // Words of orders and prices that are about something else.
  ['Was kostet 120033?', '120033'],
  ['What is the price of 120033?', '120033'],
  ['Please note: 120033 is out of stock.', '120033'],
  ['I did not order 120033.', '120033'],
  ["We didn't order 120033.", '120033'],
  ['Im Paket war 120033 statt 120034.', '120033', '120034'],
  ['In the parcel was 120033 in place of 120034.', '120033', '120034'],
  ['We got your parcel. 200417 is missing.', '200417'],
  ['I paid the invoice, the 120033 arrived broken.', '120033'],
  ['Ich warte auf das Paket, 120033 fehlt noch.', '120033'],
  ['Does the off-road kit 200417 fit?', '200417'],
  ['On the road 150000 whistles.', '150000'],
  ['Am Lagerplatz liegt 120033.', '120033'],
  ['ALL 120033 ARE BROKEN', '120033'],
  // Numbers next to a code.
  ['SKU\tQty\n120033\t2\n200417\t1', '120033', '200417'],
  ['I need 3 120033 by Friday.', '120033'],
  ['Bitte 120033 2 Stück senden.', '120033'],
  ['Laut Angebot 120033 12 Stück', '120033'],
  ['0 986 494 104 2 Stück', '0 986 494 104'],
  ['0 986 494 104 x 2', '0 986 494 104'],
  ['0 986 494 104 0 986 479 098', '0 986 494 104', '0 986 479 098'],
  ['In 2024 120033 was better.', '120033'],
  ['120033 189,00 EUR', '120033'],
  ['120033 €189', '120033'],
  // Numbers of other kinds.
  ['Der Schaden beträgt laut Gutachten 250000 €.'],
  ['The repair was 250000,00 EUR.'],
  ['250000,- kostet das.'],
  ['Nach 150000 Kilometern gerissen.'],
  ['Nach 250000 Meilen gerissen.'],
  ['Kunden-Nr. 200417, Rechnungs-Nr. 240315.'],
  ['Auftrags-Nr. 120033 und Order-No. 200417'],
  ['Tel.-Nr. 1234567'],
  ['Customer no. 120033 called.'],
  ['Seriennummer 1234567'],
  ['RMA 120033'],
  ['PO 120033'],
  ['Call (030) 1234567.'],
  ['Wir sind unter 030 / 1234567 da.'],
  ['030 - 1234567'],
  ['030 1234567'],
  ['Artikel-Nr. 120033', '120033'],
  ['Art.-Nr.GDB1330', 'GDB1330'],
  ['Item no. 120033', '120033'],
  ['Kundennr. 200417, Bestellnr. 240315 fehlt, Auftragsnr. 120033'],
  ['AB-Nr. 200417, Kd.-Nr.: 240315, HRB 120000, Postfach 120033'],
  ['Zolltarifnummer 1234567, Bestätigungscode lautet 200417'],
  ['Meine Bestellung mit der Nummer 200417'],
  ['Fahrgestellnummer endet auf 200417'],
  ['Order number:\n200417'],
  ['T: 1234567\nM: 200417'],
  ['rufen Sie mich an: 1234567'],
  ['📞 1234567'],
  ['Orders 200417, 240315 and 120033 are late'],
  ['order 200417 and order 240315'],
  ['Bestellung 200417/240315'],
  ['120000 mAh'],
  ['Ersatzteilnummer 120033, Teile-Nr. 200417', '120033', '200417'],
  ['Bitte 120033 + 200417 liefern', '120033', '200417'],
  ['0 986 494 104 + 0 986 479 098', '0 986 494 104', '0 986 479 098'],
  ['Pos. 01 4047024120419', 'BRK-0412-F'],
  ['Pos 0010 120033 5 ST', '120033'],
  ['In my order the 120033 is missing.', '120033'],
  ['120033 M in blau', '120033'],
  ['2xGDB1330 und 3*120033', 'GDB1330', '120033'],
  ['120033,12,14.90', '120033'],
  ['W&nbsp;712/95', 'W 712/95'],
  ['<a href="https://shop.example/LX1566">GDB1330</a>', 'GDB1330'],
  ['W 712/95 v. Mann', 'W 712/95'],
  ['see BRK-0412-\nplease', 'BRK-0412'],
  // Codes with spaces.
  ['passt 5q0 615 301 g auf meinen?'],
  ['5Q0 615 301 A is on my disc'],
  ['5Q0 615 301 AB is on my disc'],
  ['5Q0 615 301 VW Golf', '5Q0 615 301'],
  ['Is 5q0 615 301 a good choice?', '5Q0 615 301'],
  ['Bitte senden Sie mir 0 986\r\n494 104.', '0 986 494 104'],
  ['Passt BRK-0412-\nF?', 'BRK-0412-F'],
  ['My W\n712/95 leaks.', 'W 712/95'],
  // Characters.
  ['GDB\u00AD1330 and BRK\u00AD-0412-F', 'GDB1330', 'BRK-0412-F'],
  ['GDB\u200B1330', 'GDB1330'],
  ['Passt ＧＤＢ１３３０?', 'GDB1330'],
  ['I have the GDB1330—it squeals.', 'GDB1330'],
  ['BRK—0412—F', 'BRK-0412-F'],
  ['GDB1330…squeals', 'GDB1330'],
  ['GDB1330...squeals', 'GDB1330'],
  ['I took the GDB1330.It squeals.', 'GDB1330'],
  ['№120033', '120033'],
  ['GDB1330™ and LX1566®', 'GDB1330', 'LX1566'],
  ['GDB1330→LX1566', 'GDB1330', 'LX1566'],
  ['GDB1330\\LX1566', 'GDB1330', 'LX1566'],
  ['GDB1330@39.90', 'GDB1330'],
  ['gdb1330@shop.example'],
];

it.each(CASES)('finds in %j %j', (text, ...links) => {
  const codes = products.map(({ sku }) => sku);
  const found = new CodeFinder(text).products(knownCodes()).map((id) => codes[id]);
  expect(found.sort()).toEqual(links.sort());
});

it.each([
  ['FILTER 1234', 'Does filter 1234 fit?'],
  ['Aerotwin A863S', 'Passt Aerotwin A863S?'],
  ['BREMBO 09.A427.11', 'The brembo 09.A427.11 squeals.'],
  ['A 204 421 10 12', 'a 204 421 10 12 passt nicht'],
])('finds %j, a code that begins with a word', (code, text) =>
  expect(new CodeFinder(text).products(new Map([[codeForm(code), [1]]]))).toEqual([1]),
);

it('looks up all codes of a long list', () => {
  const rows = Array.from({ length: 450 }, (_, row) => `2 x AB-${10000 + row} Brake disc front for Golf 1`);
  const { candidates } = new CodeFinder(rows.join('\n'));
  expect(candidates.filter((form) => /^ab-\d{5}$/.test(form))).toHaveLength(450);
});

it('looks up all codes of a long list in bold, and the first of those with signs', () => {
  const codes = Array.from({ length: 400 }, (_, row) => `ab${1000 + row}`);
  const finder = new CodeFinder(codes.map((code) => `**${code.toUpperCase()}**`).join('\n'));
  expect(codes.filter((code) => !finder.candidates.includes(code))).toEqual([]);
  const known = new Map(
    finder.candidates.filter((form) => /^\**ab1000\**$/.test(form)).map((form, id) => [form, [id]]),
  );
  const signed = known.get('**ab1000**');
  expect(signed).toBeDefined();
  expect(finder.products(known)).toEqual(signed);
});
