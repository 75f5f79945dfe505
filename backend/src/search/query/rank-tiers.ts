import { MAX_INDEXED_LENGTH, type QueryTerm } from './query-terms';

/** Few texts name such a number. */
const LONG_NUMBER = /[0-9]{5}/;

/** What names of models are made of. */
const NAME_LETTERS = /^[a-z]{1,2}$/;
const NAME_NUMBER = /^[0-9]{1,3}$/;

/** What is found with a typo in a word that exists comes after all that is found as it was typed: its tiers are higher by this. */
export const FORGIVEN = 4;
const MEASURE = 10;

/** The records of one rank: a tsquery on the indexed words and a pattern for the text; either may be blank. */
export interface RankTier {
  tier: number;
  words: string;
  pattern: string;
  /** Whether so few rows have the words that all are read, and not the newest first. */
  isRare?: boolean;
}

/**
 * The tiers of a query: whole words in the title, beginnings in the title, beginnings anywhere; in each of them first what has the
 * stop words, too. A word that exists and has another after it is taken as finished. With `forgiveAll` it is not, and typos and
 * compounds are looked for in words that exist, too.
 */
export function rankTiers(terms: QueryTerm[], forgiveAll = false): RankTier[] {
  const significant = terms.filter(({ isOptional }) => !isOptional);
  const withAll = significant.length < terms.length && !forgiveAll ? tiersOf(terms, forgiveAll) : [];
  const apart = [...withAll, ...tiersOf(significant, forgiveAll)].sort((a, b) => a.tier - b.tier);
  const tiers = [...tiersOf(joinName(terms), forgiveAll), ...apart];
  return forgiveAll ? tiers.map((one) => ({ ...one, tier: one.tier + FORGIVEN })) : tiers;
}

/**
 * The words with `i 30` or `i-30` as `i30`; none if no such name is typed. Apart, its letter is a stop word or begins too many words,
 * and its number begins many others.
 */
function joinName(terms: QueryTerm[]): QueryTerm[] {
  const at = terms.findIndex(
    ({ text }, index) => index > 0 && NAME_NUMBER.test(text) && NAME_LETTERS.test(terms[index - 1].text),
  );
  if (at < 0) return [];
  const text = terms[at - 1].text + terms[at].text;
  const name = { ...terms[at], text, words: [text], isWhole: true, isOptional: false };
  return terms.toSpliced(at - 1, 2, name).filter(({ isOptional }) => !isOptional);
}

function tiersOf(terms: QueryTerm[], forgiveAll: boolean): RankTier[] {
  const choices = terms.map((term, index) => ({
    ...term,
    words: term.isWhole && term.words && index < terms.length - 1 && !forgiveAll ? [term.text] : term.words,
    fuzzy: forgiveAll || term.words?.length === 0 ? term.fuzzy : [],
    measures: [],
  }));
  if (choices.length === 0 || choices.some(isNowhere)) return [];
  const whole = choices.map(({ text, isWhole, singulars, fuzzy }) => [
    ...(isWhole ? [text] : []),
    ...singulars,
    ...fuzzy,
  ]);
  const indexed = choices.filter(isIndexed);
  const others = choices.filter((term) => !isIndexed(term)).map(({ text }) => text);
  const beginnings = (mark: string): string => indexed.map((term) => anyForm(term, mark)).join('&');
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

/** A pattern of PostgreSQL for texts with words that begin like these; the title is the first line. */
function wordPattern(beginnings: string[], anything: string): string {
  const ahead = beginnings.map((text) => `(?=(${anything}*[^[:alnum:]])?${text})`);
  return ahead.length > 0 ? `^${ahead.join('')}` : '';
}

/** Whether the index answers for its beginning: too many numbers begin with two digits. */
export function isIndexed({ text, words }: QueryTerm): boolean {
  return words !== null || (/[0-9]/.test(text) && text.length > 2);
}

/** Whether no word is like it. */
export function isNowhere({ words, singulars, fuzzy, compounds }: QueryTerm): boolean {
  return words?.length === 0 && singulars.length + fuzzy.length + compounds.length === 0;
}

/** The tier of numbers and units that are written in another way: `95 Ah` for `95ah`. */
export function measureTiers(terms: QueryTerm[]): RankTier[] {
  const significant = terms.filter(({ isOptional }) => !isOptional);
  const words = significant.some(({ measures }) => measures.length > 0) && tokenQuery(significant, true);
  return words ? [{ tier: MEASURE, words, pattern: '' }] : [];
}

/** The words of a space-separated part of the query, as a tsquery: undefined if no word is like them. */
export function tokenQuery(terms: QueryTerm[], forgiveAll: boolean): string | undefined {
  const choices = terms.map((term) => (forgiveAll ? term : { ...term, fuzzy: [], compounds: [], measures: [] }));
  if (choices.some((term) => isNowhere(term) && term.measures.length === 0)) return undefined;
  return choices.map((term) => (isIndexed(term) ? anyForm(term, '') : `'${term.text}'`)).join('&');
}

function anyForm({ text, words, singulars, fuzzy, compounds, measures }: QueryTerm, mark: string): string {
  const begun = words === null ? [`'${mark}${text}':*`] : words.map((word) => `'${mark}${word}'`);
  const others = [...singulars, ...fuzzy].map((word) => `'${mark}${word}'`);
  // Too many words begin with one or two characters; units, such as `ah` and `v`, are whole.
  const end = (part: string): string => (part.length <= 2 ? '' : ':*');
  const joined = [...compounds, ...measures].map(
    (parts) => `(${parts.map((part) => `'${mark}${part}'`).join('&')}${end(parts[parts.length - 1])})`,
  );
  return `(${[...new Set([...begun, ...others, ...joined])].join('|')})`;
}

function anyOf(words: string[], mark: string): string {
  return `(${words.map((word) => `'${mark}${word}'`).join('|')})`;
}
