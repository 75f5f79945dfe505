/** The words of a search. */
export function wordsOf(q = ''): string[] {
  return [...new Set(q.split(/\s+/).filter(Boolean))];
}

/** What the index over three characters knows in any case. */
const THREE = /[a-z\d]{3}/i;

/** A value as a parameter of a statement. */
export type Bind = (value: unknown) => string;

/**
 * The conditions that leave the rows in which every word occurs as a substring. The database folds case and accents
 * of both sides with the same function; `%`, `_` and `\` are plain characters.
 */
export function everyWord(words: string[], bind: Bind): string[] {
  return words.map((word) => `search_text LIKE like_pattern(${bind(word)})`);
}

/**
 * The same without an index: beside that over pairs, since of rows that two indexes have found together every pair would be
 * made anew, which takes long; and to compare all of a code of which an index is asked for a part.
 */
export function everyWordRead(words: string[], bind: Bind): string[] {
  return words.map((word) => `position((SELECT fold_text(${bind(word)})) IN search_text) > 0`);
}

/**
 * The same by one index: by threes of long codes where there are any, over pairs of characters for words that have nothing longer, quick
 * where a pair is rare, and else over three.
 */
export function everyWordIndexed(words: string[], bind: Bind): string[] {
  // The planner matches a pattern against hundreds of rows to guess how common it is, but not one that a sub-select makes; of such
  // a one it does not see either that it has no three characters and the index is of no use.
  const asked = (word: string): string =>
    THREE.test(word) ? `search_text LIKE (SELECT like_pattern(${bind(word)}))` : everyWord([word], bind)[0];
  const threes = [...new Set(words.flatMap(threesOfCode))];
  if (threes.length > 0) return [...threes.map(asked), ...everyWordRead(words, bind)];
  const pairs = words.filter(isPair);
  if (!words.every((word) => isPair(word) || isBroken(word)))
    return [...words.filter((word) => !isPair(word)).map(asked), ...everyWordRead(pairs, bind)];
  const keys = words.map((word) =>
    isPair(word)
      ? `ARRAY[left(fold_text(${bind(word)}), 2)]`
      : `ARRAY(SELECT pair FROM unnest(characters_and_pairs(fold_text(${bind(word)}))) AS pair WHERE length(pair) = 2)`,
  );
  return [`characters_and_pairs(search_text) @> (${keys.join(' || ')})`, ...everyWordRead(words, bind)];
}

/** Whether a word is one or two characters that stay so when they are folded. */
export function isPair(word: string): boolean {
  const folded = word.normalize('NFKD').replace(/[\u0300-\u036F]/g, '');
  return /^[^\s\p{M}]{1,2}$/u.test(folded);
}

/** Whether a longer word, plain ASCII, has no three letters or digits in a row, such as `D-1`: the index over three characters knows next to nothing of it. */
export function isBroken(word: string): boolean {
  return /^[\x21-\x7E]{3,}$/.test(word) && !THREE.test(word);
}

/** A code has more characters than this, and in them a number of so many digits or more. */
const PART = 8;
const DIGITS = 5;

/**
 * Of a long code, plain ASCII, every three in the eight letters and digits around the end of its last such number, which hardly
 * another code has. Asked for one by one, the index leaps over what one of them lacks; asked for the eight at once, it goes
 * through the rows of the rarest three, which takes an EAN twice as long, and for the whole of it eleven times. Empty for any
 * other word.
 */
function threesOfCode(word: string): string[] {
  if (!/^[\x21-\x7E]+$/.test(word) || word.length <= PART) return [];
  const number = [...word.matchAll(/\d+/g)].findLast(([digits]) => digits.length >= DIGITS);
  if (!number) return [];
  const run = (/^[a-z\d]+/i.exec(word.slice(number.index))?.[0] ?? '').length;
  const end = number.index + Math.min(run, Math.max(number[0].length, PART));
  const around = (/[a-z\d]+$/i.exec(word.slice(0, end))?.[0] ?? '').slice(-PART);
  return Array.from({ length: around.length - 2 }, (_none, start) => around.slice(start, start + 3));
}

/** Whether a word is a long code, which few rows are likely to have. */
export function isCode(word: string): boolean {
  return threesOfCode(word).length > 0;
}

/** Whether a word is a number: those of one maker or one delivery begin alike and came one after the other, perhaps long ago. */
export function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}
