import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { ReadRows } from './send-list';

/** Reads the rows of a table newest first; with `q` those whose `search_text` holds every word of it. */
export function newestFirst<Row extends ObjectLiteral & { id: number }>(repository: Repository<Row>, q?: string): ReadRows<Row> {
  return ({ before, limit }) => {
    const query = repository.createQueryBuilder('record').orderBy('record.id', 'DESC').limit(limit);
    if (before > 0) query.where('record.id < :before', { before });
    return whereEveryWord(query, q).getMany();
  };
}

/**
 * Cuts a query down to the rows in which every word of `q` occurs as a substring.
 * The database folds case and accents of both sides with the same function; `%`, `_` and `\` are plain characters.
 */
function whereEveryWord<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>, q = ''): SelectQueryBuilder<Row> {
  const words = [...new Set(q.split(/\s+/).filter(Boolean))];
  words.forEach((word, index) => {
    query.andWhere(`${query.alias}.search_text LIKE like_pattern(:word${index})`, { [`word${index}`]: word });
  });
  return query;
}
