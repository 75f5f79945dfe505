import type { DataSource } from 'typeorm';
import type { RecordTypeOptions } from '../../records/record-type';
import { findByFoldedNames } from '../products/products.service';
import { CodeFinder } from './codes/code-finder';
import { codeForm, plainText, withSigns } from './codes/code-text';
import { readKnownCodes } from './codes/known-codes';
import { readStartOf } from './link-records';

/** How much of a text is looked at, and how many words a name may have. */
const MAX_CHARACTERS = 2000;
const MAX_WORDS = 200;
const MAX_NAME_WORDS = 10;
/** As much of a name as its index has. */
const MAX_NAME_LENGTH = 100;
const MAX_SUGGESTIONS = 10;
const WORD = /[\p{L}\p{N}]+/gu;

/** The products, but for some, whose names, or short or plain codes, are in the texts of a record: nothing of it is stored. */
export async function suggestedProducts(
  source: DataSource,
  type: RecordTypeOptions,
  id: number,
  except: number[],
): Promise<number[]> {
  const text = await readStartOf(source.manager, type, id, MAX_CHARACTERS);
  if (text === null) return [];
  const finder = new CodeFinder(text, { plain: true });
  const known = await readKnownCodes(source.manager, finder.candidates);
  const byCode = finder.products(known, { exact: false }).filter((productId) => !except.includes(productId));
  const names = possibleNames(text);
  const limits = { except, limit: MAX_SUGGESTIONS };
  const byName = names.size === 0 ? [] : await findByFoldedNames(source.manager, [...names], limits);
  const named = byName.filter(({ name }) => names.has(codeForm(name)));
  return [...new Set([...byCode, ...named.map((product) => product.id)])].slice(0, MAX_SUGGESTIONS);
}

/**
 * Whatever may be a name in a text: from the beginning of one word to the end of another, two at least, with the signs that
 * touch these and without, as written, and with each run of spaces as one.
 */
function possibleNames(text: string): Set<string> {
  const plain = plainText(text).toLowerCase();
  const words = [...plain.matchAll(WORD)].slice(0, MAX_WORDS);
  const names = new Set<string>();
  for (let first = 0; first < words.length; first++)
    for (let last = first + 1; last < Math.min(words.length, first + MAX_NAME_WORDS); last++) {
      const [start, end] = [words[first].index, words[last].index + words[last][0].length];
      // More signs would be too many names to look up.
      const around = [plain.slice(Math.max(0, start - 1), start), plain.slice(end, end + 2)] as const;
      for (const name of withSigns(plain.slice(start, end), ...around))
        for (const spaced of [name, name.replace(/\s+/g, ' ')]) if (spaced.length <= MAX_NAME_LENGTH) names.add(spaced);
    }
  return names;
}
