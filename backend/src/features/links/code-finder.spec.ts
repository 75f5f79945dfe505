import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../test/support/paths';
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

it('finds the exact codes of texts that were marked by hand', () => {
  const known = knownCodes();
  let [right, wrong, missed] = [0, 0, 0];
  const disputed: string[] = [];
  for (const { text, links } of texts) {
    const found = new CodeFinder(text).products(known).map((id) => products[id].sku);
    const bad = found.filter((sku) => !links.includes(sku));
    const lost = links.filter((sku) => !found.includes(sku));
    right += links.length - lost.length;
    wrong += bad.length;
    missed += lost.length;
    if (bad.length + lost.length > 0) disputed.push(`${text}: wrong ${bad.join()}, missed ${lost.join()}`);
  }
  if (disputed.length > 0) console.log(disputed.join('\n'));
  expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.99);
  expect(right / (right + missed)).toBeGreaterThanOrEqual(0.98);
});
