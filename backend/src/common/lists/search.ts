import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/**
 * Cuts a query down to the rows whose `search_text` holds every word of `q` as a substring.
 * The database folds case and accents of both sides with the same function; `%`, `_` and `\` are plain characters.
 */
export function whereEveryWord<T extends ObjectLiteral>(query: SelectQueryBuilder<T>, q = ''): SelectQueryBuilder<T> {
  const words = [...new Set(q.split(/\s+/).filter(Boolean))];
  words.forEach((word, index) => {
    query.andWhere(`${query.alias}.search_text LIKE like_pattern(:word${index})`, { [`word${index}`]: word });
  });
  return query;
}
