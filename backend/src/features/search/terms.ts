import type { EntityManager } from 'typeorm';

/** So many words with the same beginning are looked up one by one; more of them are common enough to be met by reading. */
const MAX_WORDS = 100;
/** A typo is forgiven in words of so many letters. */
const MIN_FORGIVEN = 5;

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

/** One attempt, better ones first: a tsquery on the indexed words, and what must be met at the beginning of a word besides. */
export interface Tier {
  tier: number;
  words: string;
  starts: string[];
  in: 'title' | 'texts';
}

/** Cuts what was typed into words and looks up what they may stand for. */
export async function readTerms(database: EntityManager, q: string): Promise<Term[]> {
  const rows = await database.query<{ text: string; words: string[]; near: string[] }[]>(
    `SELECT text,
       ARRAY(SELECT word FROM search_words WHERE word >= text COLLATE "C" AND word < text || chr(1114111) GROUP BY word LIMIT ${MAX_WORDS + 1}) AS words,
       ARRAY(SELECT DISTINCT word FROM search_words WHERE length(text) >= ${MIN_FORGIVEN} AND text !~ '[0-9]' AND near && near_words(text)) AS near
     FROM unnest(words_of(fold_text($1))) WITH ORDINALITY AS typed (whole, place), left(whole, 40) AS text
     GROUP BY text ORDER BY min(place)`,
    [q],
  );
  return rows.map(({ text, words, near }) => ({
    text,
    words: /[0-9]/.test(text) || words.length > MAX_WORDS ? null : words,
    whole: /[0-9]/.test(text) || words.includes(text) || words.length > MAX_WORDS,
    near: near.filter((word) => word !== text && isOneTypo(text, word)),
  }));
}

/** The attempts: whole words in the title, beginnings in the title, beginnings anywhere. With `forgiving` typos are looked for in words that exist, too. */
export function tiersOf(terms: Term[], forgiving = false): Tier[] {
  const choices = terms.map((term) => ({ ...term, near: forgiving || term.words?.length === 0 ? term.near : [] }));
  if (choices.some(({ words, near }) => words?.length === 0 && near.length === 0)) return [];
  const whole = choices.map(({ text, whole: isWord, near }) => [...(isWord ? [text] : []), ...near]);
  const exact = whole.every((words) => words.length > 0) ? [{ tier: 1, words: whole.map((words) => any(words, '/')).join('&'), starts: [], in: 'title' as const }] : [];
  const starts = choices.filter((term) => !isIndexed(term)).map(({ text }) => `(^|[^[:alnum:]])${text}`);
  const beginnings = (mark: string): string => choices.filter(isIndexed).map((term) => lookedUp(term, mark)).join('&');
  return [...exact, { tier: 2, words: beginnings('/'), starts, in: 'title' }, { tier: 3, words: beginnings(''), starts, in: 'texts' }];
}

/** Everything that may be shown as found, folded: the words, what they may stand for, and what was typed between spaces. */
export function soughtTexts(terms: Term[], typed: string[]): string[] {
  return [...new Set([...typed, ...terms.flatMap(({ text, near }) => [text, ...near])])].filter(Boolean);
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
