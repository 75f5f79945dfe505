/** The words of a search. */
export function wordsOf(q = ''): string[] {
  return [...new Set(q.split(/\s+/).filter(Boolean))];
}

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
 * The same without an index, beside that over pairs: of rows that two indexes have found together every pair would be made
 * anew, which takes long.
 */
export function everyWordRead(words: string[], bind: Bind): string[] {
  return words.map((word) => `position(fold_text(${bind(word)}) IN search_text) > 0`);
}

/** The same by one index: over pairs of characters for words that have nothing longer, quick where a pair is rare, and else over three. */
export function everyWordIndexed(words: string[], bind: Bind): string[] {
  const pairs = words.filter(isPair);
  if (!words.every((word) => isPair(word) || isBroken(word))) return [...everyWord(words.filter((word) => !isPair(word)), bind), ...everyWordRead(pairs, bind)];
  const keys = words.map((word) => (isPair(word) ? `ARRAY[left(fold_text(${bind(word)}), 2)]` : `ARRAY(SELECT pair FROM unnest(characters_and_pairs(fold_text(${bind(word)}))) AS pair WHERE length(pair) = 2)`));
  return [`characters_and_pairs(search_text) @> (${keys.join(' || ')})`, ...everyWordRead(words, bind)];
}

/** Whether a word is one or two characters that stay so when they are folded. */
export function isPair(word: string): boolean {
  const folded = word.normalize('NFKD').replace(/[\u0300-\u036F]/g, '');
  return /^[^\s\p{M}]{1,2}$/u.test(folded);
}

/** Whether a longer word, plain ASCII, has no three letters or digits in a row, such as `D-1`: the index over three characters knows next to nothing of it. */
export function isBroken(word: string): boolean {
  return /^[\x21-\x7E]{3,}$/.test(word) && !/[a-z\d]{3}/i.test(word);
}

/** Whether a word is a number: those of one maker or one delivery begin alike and came one after the other, perhaps long ago. */
export function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}
