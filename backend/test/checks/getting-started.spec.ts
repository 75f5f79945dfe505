import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/paths';

const screens = readdirSync(join(root, 'frontend/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  .map((file) => readFileSync(join(root, 'frontend/src', file), 'utf8'))
  .join('\n');

/** The words in italics that no screen has. */
function unknownWords(page: string): string[] {
  const words = [...page.matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)].map(([, word]) => word);
  if (words.length === 0) throw new Error('There are no words in italics');
  return words.filter((word) => !screens.includes(word));
}

it('names what is on the screens as the screens do', () => {
  expect(unknownWords(readFileSync(join(root, 'docs/getting-started.md'), 'utf8'))).toEqual([]);
  expect(unknownWords('**Press** *Add Product*, then *Add Car*.')).toEqual(['Add Car']);
});
