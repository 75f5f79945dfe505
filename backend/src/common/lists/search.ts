import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { ReadRows } from './send-list';

/** So many of the newest rows are read in search of a word of one or two letters before its index is asked. */
const READ_FIRST = 1000;

/** Reads the rows of a table newest first; with `q` those whose `search_text` holds every word of it. */
export function newestFirst<Row extends ObjectLiteral & { id: number }>(repository: Repository<Row>, q = ''): ReadRows<Row> {
  const words = [...new Set(q.split(/\s+/).filter(Boolean))];
  const isShort = words.length > 0 && words.every(hasPairs);
  return async ({ before, limit }) => {
    const query = whereEveryWord(repository.createQueryBuilder('record'), words).orderBy('record.id', 'DESC').limit(limit);
    if (before > 0) query.andWhere('record.id < :before', { before });
    if (!isShort) return query.getMany();
    const soon = await query.clone().andWhere(`record.id IN ${newest(repository, before)}`).getMany();
    return soon.length === limit ? soon : whereEveryPair(query, words).getMany();
  };
}

/**
 * Cuts a query down to the rows in which every word of `q` occurs as a substring.
 * The database folds case and accents of both sides with the same function; `%`, `_` and `\` are plain characters.
 */
function whereEveryWord<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>, words: string[]): SelectQueryBuilder<Row> {
  words.forEach((word, index) => {
    query.andWhere(`${query.alias}.search_text LIKE like_pattern(:word${index})`, { [`word${index}`]: word });
  });
  return query;
}

/** By the index over pairs of characters: for a rare pair alone, a common one has been met before. */
function whereEveryPair<Row extends ObjectLiteral & { id: number }>(query: SelectQueryBuilder<Row>, words: string[]): SelectQueryBuilder<Row> {
  const { tableName } = query.expressionMap.mainAlias?.metadata ?? { tableName: '' };
  const pairs = words.map((_word, index) => `left(fold_text(:word${index}), 2)`).join(', ');
  return query.andWhere(`record.id IN (SELECT id FROM ${tableName} WHERE characters_and_pairs(search_text) @> ARRAY[${pairs}] OFFSET 0)`);
}

function newest<Row extends ObjectLiteral>({ metadata: { tableName } }: Repository<Row>, before: number): string {
  return `(SELECT id FROM ${tableName} ${before > 0 ? `WHERE id < ${before}` : ''} ORDER BY id DESC LIMIT ${READ_FIRST})`;
}

/** Whether a word is one or two characters that stay so when they are folded. */
function hasPairs(word: string): boolean {
  const folded = word.normalize('NFKD').replace(/[\u0300-\u036F]/g, '');
  return /^[^\s\p{M}]{1,2}$/u.test(folded);
}
