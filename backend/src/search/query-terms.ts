import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../database/prepared-statement';

/** Beginnings of more words than these are so common that reading recent rows meets them. */
const MAX_WORDS = 60;
/** One typo is forgiven in words of this length or one letter shorter. */
const MIN_FUZZY_LENGTH = 5;
/** Letters of a word that are indexed. */
const MAX_INDEXED_LENGTH = 40;
/** Few texts name such a number. */
const LONG_NUMBER = /[0-9]{5}/;

/** One word of a query, folded, and the words that it may stand for. */
export interface QueryTerm {
  text: string;
  /** The words that begin with it; null for too many, or for a number, since words with digits are not listed. */
  words: string[] | null;
  /** Whether it may be a whole word. */
  isWhole: boolean;
  /** Words one typo away from it. */
  fuzzy: string[];
}

/** The records of one rank: a tsquery on the indexed words and a pattern for the text; either may be blank. */
export interface RankTier {
  tier: number;
  words: string;
  pattern: string;
  /** Whether so few rows have the words that all are read, and not the newest first. */
  isRare?: boolean;
}

/** Cuts a query into words, and looks up what they may stand for. */
export async function readTerms(manager: EntityManager, q: string): Promise<QueryTerm[]> {
  const rows = await runPreparedIn<{ text: string; words: string[]; fuzzy: string[] }>(
    manager,
    preparedStatement(`
      SELECT text,
        ARRAY(SELECT word FROM search_words WHERE word >= text COLLATE "C" AND word < text || chr(1114111) GROUP BY word LIMIT $2) AS words,
        ARRAY(SELECT DISTINCT word FROM search_words WHERE length(text) >= $3 AND text !~ '[0-9]' AND near && near_words(text)) AS fuzzy
      FROM unnest(words_of(fold_text($1))) WITH ORDINALITY AS typed (word, place), left(word, ${MAX_INDEXED_LENGTH}) AS text
      GROUP BY text ORDER BY min(place)`),
    [q, MAX_WORDS + 1, MIN_FUZZY_LENGTH - 1],
  );
  return rows.map(({ text, words, fuzzy }) => {
    const isListed = !/[0-9]/.test(text) && words.length <= MAX_WORDS;
    const isFuzzy = (word: string): boolean =>
      word !== text && Math.max(word.length, text.length) >= MIN_FUZZY_LENGTH && isOneTypo(text, word);
    return {
      text,
      words: isListed ? words : null,
      isWhole: !isListed || words.includes(text),
      fuzzy: fuzzy.filter(isFuzzy),
    };
  });
}

/**
 * The tiers of a query: whole words in the title, beginnings in the title, beginnings anywhere. A word that exists and has
 * another after it is taken as finished. With `forgiveAll` it is not, and typos are looked for in words that exist, too.
 */
export function rankTiers(terms: QueryTerm[], forgiveAll = false): RankTier[] {
  const choices = terms.map((term, index) => ({
    ...term,
    words: term.isWhole && term.words && index < terms.length - 1 && !forgiveAll ? [term.text] : term.words,
    fuzzy: forgiveAll || term.words?.length === 0 ? term.fuzzy : [],
  }));
  if (choices.length === 0 || choices.some(({ words, fuzzy }) => words?.length === 0 && fuzzy.length === 0)) return [];
  const whole = choices.map(({ text, isWhole, fuzzy }) => [...(isWhole ? [text] : []), ...fuzzy]);
  const indexed = choices.filter(isIndexed);
  const others = choices.filter((term) => !isIndexed(term)).map(({ text }) => text);
  const beginnings = (mark: string): string => indexed.map((term) => beginningsOf(term, mark)).join('&');
  return [
    ...(whole.every((words) => words.length > 0)
      ? [{ tier: 1, words: whole.map((words) => anyOf(words, '/')).join('&'), pattern: '' }]
      : []),
    { tier: 2, words: beginnings('/'), pattern: wordPattern(others, '[^\\n]') },
    { tier: 3, words: beginnings(''), pattern: wordPattern(others, '.') },
  ];
}

/**
 * The tiers of a code, folded and as it was typed: it stands whole in a title, or anywhere. If it has a long number, that is
 * looked up alone: the other words of codes are common. Responses are compared unfolded.
 */
export function codeTiers(folded: string, typed: string): RankTier[] {
  const words = [...new Set(folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean))].map((word) =>
    [...word].slice(0, MAX_INDEXED_LENGTH).join(''),
  );
  if (words.length === 0) return [];
  const numbers = words.filter((word) => LONG_NUMBER.test(word));
  const forms = [...new Set([folded, typed.toLowerCase()])].map((text) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  const whole = words[0] === folded ? [] : [`(${forms.join('|')})(?![[:alnum:]])`];
  const tierOf = (tier: number, mark: string, anything: string): RankTier => ({
    tier,
    words: (numbers.length > 0 ? numbers : words).map((word) => `'${mark}${word}'`).join('&'),
    pattern: wordPattern(whole, anything),
    isRare: numbers.length > 0,
  });
  return [tierOf(1, '/', '[^\\n]'), tierOf(3, '', '.')];
}

/** The forms in which each word is highlighted; where nothing typed is a word, what stands between the spaces. */
export function highlightForms(terms: QueryTerm[], folded: string): string[][] {
  if (terms.length > 0) return terms.map(({ text, fuzzy }) => [text, ...fuzzy]);
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => [text]);
}

/** A pattern of PostgreSQL for texts with words that begin like these; the title is the first line. */
function wordPattern(beginnings: string[], anything: string): string {
  const ahead = beginnings.map((text) => `(?=(${anything}*[^[:alnum:]])?${text})`);
  return ahead.length > 0 ? `^${ahead.join('')}` : '';
}

/** Whether the index answers for its beginning: too many numbers begin with two digits. */
function isIndexed({ text, words }: QueryTerm): boolean {
  return words !== null || (/[0-9]/.test(text) && text.length > 2);
}

function beginningsOf({ text, words, fuzzy }: QueryTerm, mark: string): string {
  return words === null ? `'${mark}${text}':*` : anyOf([...new Set([...words, ...fuzzy])], mark);
}

function anyOf(words: string[], mark: string): string {
  return `(${words.map((word) => `'${mark}${word}'`).join('|')})`;
}

/** Whether one letter is left out, added, changed or swapped with the next. */
function isOneTypo(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const isSame = (fromA: number, fromB: number): boolean => a.slice(fromA).join('') === b.slice(fromB).join('');
  const isSwap = a[start] === b[start + 1] && a[start + 1] === b[start] && isSame(start + 2, start + 2);
  return isSwap || isSame(start + 1, start + 1) || isSame(start, start + 1) || isSame(start + 1, start);
}
