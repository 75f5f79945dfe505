import type { EntityManager } from 'typeorm';
import { isFull } from '../database/limit-bytes';

/** A value as a parameter of a statement. */
export type Bind = (value: unknown) => string;

/** Rows that are read, in SQL. */
export interface RowQuery {
  columns: string;
  table: string;
  /** Conditions that an index in this order narrows. */
  where: (bind: Bind) => string[];
  /** Other conditions, each row against them. */
  filters?: (bind: Bind) => string[];
  order: string;
  limit: number;
}

/** What the index over trigrams can look up. */
const TRIGRAM = /[a-z\d]{3}/i;
const PLAIN = /^[\x21-\x7E]+$/;
/** Letters and digits of a word that the index is asked for: with more it takes longer, and hardly any row has only these. */
const MAX_LOOKED_UP = 8;
/** Fewer letters and digits than this are in too many rows to be asked for alone. */
const MIN_LOOKED_UP = 4;
/** The planner expects such a part of a code anywhere, but codes that begin alike came in one after the other. */
const PART_OF_CODE = /(?<!\d)\d{5,7}(?!\d)/;
/** Rows that are read for such a part, or a short word, before an index is asked: enough where it is common. */
const SCANNED_ROWS = [5000, 50_000];
/** The newest rows that are read to count matches before an index is asked: words that are common have enough in them. */
const NEWEST_ROWS = 20_000;

/** The words of a search. */
export function wordsOf(q = ''): string[] {
  return [...new Set(q.split(/\s+/).filter(Boolean))];
}

/**
 * Reads the rows whose texts hold every word somewhere, whatever the case and accents of both; `%`, `_` and `\` are plain
 * characters. `run` must not keep a plan: which one is best depends on how common the words are.
 */
export async function readMatching<Row extends object>(
  words: string[],
  { columns, table, where, filters = () => [], order, limit }: RowQuery,
  run: (text: string, values: unknown[]) => Promise<Row[]>,
): Promise<Row[]> {
  const select = (from: (bind: Bind) => string): Promise<Row[]> => {
    const values: unknown[] = [];
    const source = from((value) => `$${values.push(value)}`);
    return run(`SELECT ${columns} FROM ${source} ${order} LIMIT ${limit}`, values);
  };
  const isLong = words.some(canLookUp);
  if (isLong && !words.some((word) => PART_OF_CODE.test(word)))
    return select(
      (bind) =>
        `${table} ${whereAll([...where(bind), ...words.flatMap((word) => longWord(word, bind)), ...filters(bind)])}`,
    );
  // The planner does not know either how common pairs of letters are.
  for (const rows of SCANNED_ROWS) {
    const found = await select((bind) => {
      const scanned = `SELECT * FROM ${table} ${whereAll(where(bind))} ${order} LIMIT ${rows}`;
      return `(${scanned}) AS scanned ${whereAll([...filters(bind), ...words.map((word) => holds(word, bind))])}`;
    });
    if (isFull(found, limit)) return found;
    if (found.length < limit / 10) break;
  }
  return select((bind) => {
    const conditions = [
      ...words.flatMap((word) => (isLong ? longWord : shortWord)(word, bind)),
      ...where(bind),
      ...filters(bind),
    ];
    return `(SELECT * FROM ${table} ${whereAll(conditions)} OFFSET 0) AS found`;
  });
}

/**
 * Reads any `limit` of the rows that `readMatching` reads, inside a transaction. The order is what costs most there: for words
 * that are common, but never in one row, the planner would read the whole table in it.
 */
export async function readAnyMatching<Row extends object>(
  manager: EntityManager,
  words: string[],
  { columns, table, limit, filters = () => [] }: Pick<RowQuery, 'columns' | 'table' | 'limit' | 'filters'>,
): Promise<Row[]> {
  const select = (from: (bind: Bind) => string): Promise<Row[]> => {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const statement = `SELECT ${columns} FROM ${from(bind)} LIMIT ${bind(limit)}`;
    return manager.query<Row[]>(statement, values);
  };
  const newest = `(SELECT * FROM ${table} ORDER BY id DESC LIMIT ${NEWEST_ROWS}) AS newest`;
  const found = await select(
    (bind) => `${newest} ${whereAll([...filters(bind), ...words.map((word) => holds(word, bind))])}`,
  );
  if (found.length === limit) return found;
  // What is left are bitmaps of the indexes over the texts, in which all words are found before a row is read.
  await manager.query("SELECT set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)");
  const condition = words.some(canLookUp) ? longWord : shortWord;
  return select(
    (bind) => `${table} ${whereAll([...words.flatMap((word) => condition(word, bind)), ...filters(bind)])}`,
  );
}

/** `WHERE` and all of the conditions; nothing without any. */
export function whereAll(conditions: string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

function holds(word: string, bind: Bind): string {
  return `position(fold_text(${bind(word)}) IN search_text) > 0`;
}

/** Asks the index for a word, or the end of the longest run of letters and digits in a long one: codes differ at their ends. */
function longWord(word: string, bind: Bind): string[] {
  if (!canLookUp(word)) return [holds(word, bind)];
  const [longest] = word.split(/[^a-z\d]+/i).sort((a, b) => b.length - a.length);
  const isLong = PLAIN.test(word) && word.length > MAX_LOOKED_UP && longest.length >= MIN_LOOKED_UP;
  const end = isLong ? longest.slice(-MAX_LOOKED_UP) : word;
  return [`search_text LIKE like_pattern(${bind(end)})`, ...(end === word ? [] : [holds(word, bind)])];
}

/** Asks for the pairs of a word alone: each key more costs time, and pairs hold the characters. */
function shortWord(word: string, bind: Bind): string[] {
  const folded = `fold_text(${bind(word)})`;
  const keys = `SELECT key FROM unnest(characters_and_pairs(${folded})) AS key WHERE length(key) = least(2, length(${folded}))`;
  return [`characters_and_pairs(search_text) @> ARRAY(${keys})`, holds(word, bind)];
}

/** Whether a word has three letters or digits in a row; others, like `D-1`, are looked up by their pairs of characters. */
export function canLookUp(word: string): boolean {
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '');
  return TRIGRAM.test(folded) || (!PLAIN.test(word) && [...folded].length > 2);
}
