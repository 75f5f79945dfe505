import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../../database/prepared-statement';
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
/** What a code that is typed without its hyphens has. */
const CODE_NUMBER = /\d{4}/;
const CODE_LETTERS = /^[a-z]{2,8}$/;

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
  /** What it may be made of: cut between letters and digits, `95ah` into `95` and `ah`, and as a code without its hyphens. */
  measures: string[][];
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

function cutAtDigits(text: string): string[][] {
  const parts = text.match(/\d+|\D+/g) ?? [];
  if (parts.length > MAX_NUMBER_PARTS) return [];
  const cuts = parts
    .slice(1)
    .map((_part, index) => [parts.slice(0, index + 1).join(''), parts.slice(index + 1).join('')]);
  return CODE_NUMBER.test(text) ? [...cuts, ...codeParts(parts)] : cuts;
}

/** `nbbd40149` is `nb`, `bd` and `40149`: all parts, and one of them cut where it may be two. */
function codeParts(parts: string[]): string[][] {
  const cutLetters = parts.flatMap((part, at) =>
    CODE_LETTERS.test(part)
      ? Array.from(part.slice(1), (_letter, index) =>
          parts.toSpliced(at, 1, part.slice(0, index + 1), part.slice(index + 1)),
        )
      : [],
  );
  return [...(parts.length > 2 ? [parts] : []), ...cutLetters];
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
