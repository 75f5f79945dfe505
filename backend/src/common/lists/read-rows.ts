import type { ObjectLiteral, Repository } from 'typeorm';
import { everyWord } from './search';

/** How a list can be ordered: by its age, or by a text. */
export type Sort = 'newest' | 'oldest' | 'name' | 'sku';

/** Where in a list a record stands; `key` is what a list is ordered by that goes by a text. */
export interface Place {
  id: number;
  key?: string;
}

/** Reads up to `limit` rows that come after a place, or the first ones. */
export type ReadRows<Row> = (page: { after: Place | null; limit: number }) => Promise<(Row & Place)[]>;

/** Which rows of a table are read: those whose texts hold every word of `q`, with this status, in this order. */
export interface Wanted {
  q?: string;
  status?: string;
  sort?: Sort;
}

/**
 * Reads rows of a table, page by page and by an index. They are plain objects with the properties of the entity: to make
 * entities of a long list costs more than to read it.
 */
export function readRows<Row extends ObjectLiteral & { id: number }>({ metadata, manager }: Repository<Row>, { q, status, sort = 'newest' }: Wanted): ReadRows<Row> {
  const columns = metadata.columns.filter(({ isSelect }) => isSelect).map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`);
  const text = sort === 'name' || sort === 'sku' ? sortKey(sort) : null;
  if (text) columns.push(`${text} AS key`);
  const descending = sort === 'newest';
  return ({ after, limit }) => {
    const values: unknown[] = [];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const where = everyWord(q, bind);
    if (status !== undefined) where.push(`status = ${bind(status)}`);
    if (after && text) where.push(`(${text}, id) > (${bind(after.key ?? '')}, ${bind(after.id)})`);
    else if (after) where.push(`id ${descending ? '<' : '>'} ${bind(after.id)}`);
    const rows = `SELECT ${columns.join()} FROM ${metadata.tablePath} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}`;
    return manager.query(`${rows} ORDER BY ${text ? `${text}, ` : ''}id ${descending ? 'DESC' : 'ASC'} LIMIT ${limit}`, values);
  };
}

/** As the index has it. Its first 100 characters are enough to sort by, and fit into any index. */
function sortKey(column: string): string {
  return `(left(fold_text(${column}), 100) COLLATE "C")`;
}
