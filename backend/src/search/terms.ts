import type { EntityManager } from 'typeorm';

/** So many words with the same beginning are looked up one by one; more of them are common enough to be met by reading. */
const MAX_WORDS = 60;
/** A typo is forgiven in words of so many letters, one of which may have been left out. */
const MIN_FORGIVEN = 5;
/** What only few texts name. */
const LONG_NUMBER = /[0-9]{5}/;
/** So many letters of a word are indexed. */
const MAX_LETTERS = 40;

/** One word of what was typed, folded, and the words it may stand for. */
export interface Term {
  text: string;
  /** Words that begin with it; null where they are too many or, since digits are not listed, unknown. */
  words: string[] | null;
  /** Whether it is a word as it stands, or may be one. */
  whole: boolean;
  /** Words that are one typo away from it. */
  near: string[];
}

/** One attempt, better ones first: a tsquery on the indexed words, and what the text must match besides; both may be blank. Of rare words all rows are asked at once, not the newest first. */
export interface Tier {
  tier: number;
  words: string;
  pattern: string;
  rare?: true;
}

/** Cuts what was typed into words and looks up what they may stand for. */
export async function readTerms(database: EntityManager, q: string): Promise<Term[]> {
  const rows = await database.query<{ text: string; words: string[]; near: string[] }[]>(
    `SELECT text,
       ARRAY(SELECT word FROM search_words WHERE word >= text COLLATE "C" AND word < text || chr(1114111) GROUP BY word LIMIT $2) AS words,
       ARRAY(SELECT DISTINCT word FROM search_words WHERE length(text) >= $3 AND text !~ '[0-9]' AND near && near_words(text)) AS near
     FROM unnest(words_of(fold_text($1))) WITH ORDINALITY AS typed (whole, place), left(whole, 40) AS text
     GROUP BY text ORDER BY min(place)`,
    [q, MAX_WORDS + 1, MIN_FORGIVEN - 1],
  );
  return rows.map(({ text, words, near }) => ({
    text,
    words: /[0-9]/.test(text) || words.length > MAX_WORDS ? null : words,
    whole: /[0-9]/.test(text) || words.includes(text) || words.length > MAX_WORDS,
    near: near.filter(
      (word) => word !== text && Math.max(word.length, text.length) >= MIN_FORGIVEN && isOneTypo(text, word),
    ),
  }));
}

/**
 * The attempts: whole words in the title, beginnings in the title, beginnings anywhere. A word that exists and has another
 * after it is taken as finished. With `forgiving` it is not, and typos are looked for in words that exist, too.
 */
export function tiersOf(terms: Term[], forgiving = false): Tier[] {
  const choices = terms.map((term, index) => ({
    ...term,
    words: term.whole && term.words && index < terms.length - 1 && !forgiving ? [term.text] : term.words,
    near: forgiving || term.words?.length === 0 ? term.near : [],
  }));
  if (choices.length === 0 || choices.some(({ words, near }) => words?.length === 0 && near.length === 0)) return [];
  const whole = choices.map(({ text, whole: isWord, near }) => [...(isWord ? [text] : []), ...near]);
  const exact = whole.every((words) => words.length > 0)
    ? [{ tier: 1, words: whole.map((words) => any(words, '/')).join('&'), pattern: '' }]
    : [];
  const beginnings = (mark: string): string =>
    choices
      .filter(isIndexed)
      .map((term) => lookedUp(term, mark))
      .join('&');
  const others = choices.filter((term) => !isIndexed(term)).map(({ text }) => text);
  return [
    ...exact,
    { tier: 2, words: beginnings('/'), pattern: pattern(others, '[^\\n]') },
    { tier: 3, words: beginnings(''), pattern: pattern(others, '.') },
  ];
}

/**
 * The attempts for a code, folded and as it was typed, which stands whole in a title, or anywhere. A long number alone is looked
 * up, if there is one: the other words of codes are common. Responses are not folded for the pattern.
 */
export function tiersOfCode(code: string, typed: string): Tier[] {
  const words = [...new Set(code.split(/[^\p{L}\p{N}]+/u).filter(Boolean))].map((word) =>
    [...word].slice(0, MAX_LETTERS).join(''),
  );
  if (words.length === 0) return [];
  const numbers = words.filter((word) => LONG_NUMBER.test(word));
  const literal = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const whole = `(${[...new Set([code, typed.toLowerCase()])].map(literal).join('|')})(?![[:alnum:]])`;
  const attempt = (tier: number, mark: string, any: string): Tier => ({
    tier,
    words: (numbers.length > 0 ? numbers : words).map((word) => `'${mark}${word}'`).join('&'),
    pattern: pattern(words[0] === code ? [] : [whole], any),
    ...(numbers.length > 0 && { rare: true }),
  });
  return [attempt(1, '/', '[^\\n]'), attempt(3, '', '.')];
}

/** A regular expression of PostgreSQL for texts in which words begin like that; the title is the first line. */
function pattern(beginnings: string[], any: string): string {
  return beginnings.length > 0 ? `^${beginnings.map((text) => `(?=(${any}*[^[:alnum:]])?${text})`).join('')}` : '';
}

/** The forms in which each word may be shown as found; where nothing typed is a word, what stands between the spaces. */
export function soughtForms(terms: Term[], folded: string): string[][] {
  if (terms.length > 0) return terms.map(({ text, near }) => [text, ...near]);
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => [text]);
}

/** Of numbers two digits begin too many. */
function isIndexed({ text, words }: Term): boolean {
  return words !== null || (/[0-9]/.test(text) && text.length > 2);
}

function lookedUp({ text, words, near }: Term, mark: string): string {
  return words === null ? `'${mark}${text}':*` : any([...new Set([...words, ...near])], mark);
}

function any(words: string[], mark: string): string {
  return `(${words.map((word) => `'${mark}${word}'`).join('|')})`;
}

/** Whether one letter was left out, added, changed or swapped with the next. */
export function isOneTypo(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = (letters: string[], from: number): string => letters.slice(from).join('');
  const same = (fromA: number, fromB: number): boolean => rest(a, fromA) === rest(b, fromB);
  const isSwap = a[start] === b[start + 1] && a[start + 1] === b[start] && same(start + 2, start + 2);
  return isSwap || same(start + 1, start + 1) || same(start, start + 1) || same(start + 1, start);
}
