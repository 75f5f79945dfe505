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
