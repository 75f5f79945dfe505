import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../database/prepared-statement';
import { isOneTypo } from './one-typo';
import { isStopWord } from './stop-words';

/** Beginnings of more words than these are so common that reading recent rows meets them. */
const MAX_WORDS = 60;
/** One typo is forgiven in words of this length. */
const MIN_FUZZY_LENGTH = 4;
/** The fewest letters of each part of a compound. */
const MIN_PART_LENGTH = 3;
/** Letters of a word that are indexed. */
export const MAX_INDEXED_LENGTH = 40;
/** A word with more changes from letters to digits is a code. */
const MAX_NUMBER_PARTS = 4;

/** One word of a query, folded, and the words that it may stand for. */
export interface QueryTerm {
  text: string;
  /** Between which spaces it stood, counted from 0. */
  token: number;
  /** The words that begin with it; null for too many, or for a number, since words with digits are not listed. */
  words: string[] | null;
  /** Whether it may be a whole word. */
  isWhole: boolean;
  /** Whether a record need not have it. */
  isOptional: boolean;
  /** The words that it is the plural of. */
  singulars: string[];
  /** Words one typo away from it. */
  fuzzy: string[];
  /** The two words that it may be made of, where no word begins with it. */
  compounds: [string, string][];
  /** What stands between its letters and its digits, cut at each place: `95ah` is `95` and `ah`. */
  measures: [string, string][];
}

/** Cuts a query into words, and looks up what they may stand for. */
export async function readTerms(manager: EntityManager, q: string): Promise<QueryTerm[]> {
  const rows = await runPreparedIn<{
    text: string;
    token: number;
    words: string[];
    singulars: string[];
    fuzzy: string[];
    compounds: [string, string][];
  }>(manager, preparedStatement(LOOK_UP), [q.trim().split(/\s+/), MAX_WORDS + 1, MIN_FUZZY_LENGTH, MIN_PART_LENGTH]);
  const isSaid = rows.some(({ text }) => !isStopWord(text));
  return rows.map(({ text, token, words, singulars, fuzzy, compounds }) => {
    const hasDigits = /[0-9]/.test(text);
    const isListed = !hasDigits && words.length <= MAX_WORDS;
    return {
      text,
      token,
      words: isListed ? words : null,
      isWhole: !isListed || words.includes(text),
      isOptional: isSaid && isStopWord(text),
      singulars,
      fuzzy: fuzzy.filter((word) => word !== text && isOneTypo(text, word)),
      compounds,
      measures: hasDigits ? cutAtDigits(text) : [],
    };
  });
}

const beginsWith = (text: string): string => `word >= ${text} COLLATE "C" AND word < ${text} || chr(1114111)`;

const LOOK_UP = `
  SELECT text, min(token)::integer - 1 AS token,
    ARRAY(SELECT word FROM search_words WHERE ${beginsWith('text')} GROUP BY word LIMIT $2) AS words,
    ARRAY(SELECT DISTINCT word FROM search_words
      WHERE length(text) >= $3 AND word IN (regexp_replace(text, 's$', ''), regexp_replace(text, 'es$', ''), regexp_replace(text, 'ies$', 'y')) AND word <> text) AS singulars,
    ARRAY(SELECT DISTINCT word FROM search_words WHERE length(text) >= $3 AND text !~ '[0-9]' AND near && near_words(text)) AS fuzzy,
    ARRAY(SELECT ARRAY[left(text, place), part]
      FROM generate_series($4::integer, length(text) - $4::integer) AS place,
        unnest(ARRAY[substr(text, place + 1), regexp_replace(substr(text, place + 1), 's$', '')]) AS part
      WHERE text !~ '[0-9]' AND NOT EXISTS (SELECT FROM search_words WHERE ${beginsWith('text')})
        AND EXISTS (SELECT FROM search_words WHERE word = left(text, place) COLLATE "C")
        AND EXISTS (SELECT FROM search_words WHERE ${beginsWith('part')}) LIMIT 4) AS compounds
  FROM unnest($1::text[]) WITH ORDINALITY AS tokens (typed, token),
    unnest(words_of(fold_text(typed))) WITH ORDINALITY AS typed_words (whole, place), left(whole, ${MAX_INDEXED_LENGTH}) AS text
  GROUP BY text ORDER BY min(token), min(place)`;

function cutAtDigits(text: string): [string, string][] {
  const parts = text.match(/\d+|\D+/g) ?? [];
  if (parts.length > MAX_NUMBER_PARTS) return [];
  return parts.slice(1).map((_part, index) => [parts.slice(0, index + 1).join(''), parts.slice(index + 1).join('')]);
}

/** The forms in which each word is highlighted; where nothing typed is a word, what stands between the spaces. */
export function highlightForms(terms: QueryTerm[], folded: string): string[][] {
  if (terms.length === 0)
    return folded
      .split(/\s+/)
      .filter(Boolean)
      .map((text) => [text]);
  return terms
    .filter(({ isOptional }) => !isOptional)
    .map(({ text, singulars, fuzzy, compounds, measures }) => [
      ...new Set([
        text,
        ...singulars,
        ...fuzzy,
        ...compounds.flat(),
        ...measures.flat().filter((part) => part.length > 1),
      ]),
    ]);
}
