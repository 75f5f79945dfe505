import type { ObjectLiteral, Repository } from 'typeorm';
import { columnNames, preparedStatement, runPrepared, readColumns } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import type { KeysetCursor, ReadRows } from './page';
import { readRanked } from './read-ranked';
import { readMatching, whereAll, wordsOf, type Bind } from '../search/text-filter';
import { isFull, limitBytes, sizeColumn } from '../database/limit-bytes';

/** How a list can be ordered: by its age, by a text, or what is searched by how well it matches. */
export type Sort = 'newest' | 'oldest' | 'name' | 'sku' | 'relevance';

/** Which rows of a table are read: those whose texts hold every word of `q`, with this status, in this order. */
export interface ListFilter {
  q?: string;
  status?: string;
  sort?: Sort;
  /** The column that names the record they belong to, and its number. */
  partOf?: [column: string, id: number];
}

/** Reads plain rows of a table, page by page and by an index. To make entities of a long list costs more than to read it. */
export function readRows<Row extends ObjectLiteral & { id: number }>(
  repository: Repository<Row>,
  { q, status, sort: wanted = 'newest', partOf }: ListFilter,
): ReadRows<Row> {
  if (wanted === 'relevance' && q?.trim()) return readRanked(repository, { q, status });
  const { metadata, manager } = repository;
  const sort = wanted === 'relevance' ? 'newest' : wanted;
  const text = sort === 'name' || sort === 'sku' ? sortKey(sort) : null;
  const plain = [readColumns(metadata), ...(text ? [`${text} AS key`] : [])].join();
  const names = columnNames(metadata) + (text ? ', key' : '');
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  const order = `ORDER BY ${text ? `${text}, ` : ''}id ${direction}`;
  const sizedOrder = `ORDER BY ${text ? 'key COLLATE "C", ' : ''}id ${direction}`;
  const table = metadata.tablePath;
  const words = wordsOf(q);
  const isPlain = words.length === 0 && status === undefined;
  const replica = currentReplica();
  return ({ after, limit }) => {
    const columns = plain + sizeColumn(metadata, limit);
    const where = (bind: Bind): string[] => {
      const conditions = status === undefined ? [] : [`status = ${bind(status)}`];
      if (partOf) conditions.push(`${partOf[0]} = ${bind(partOf[1])}`);
      if (after && text) conditions.push(`(${text}, id) > (${bind(after.key ?? '')}, ${bind(after.id)})`);
      else if (after) conditions.push(`id ${sort === 'newest' ? '<' : '>'} ${bind(after.id)}`);
      return conditions;
    };
    return readFromReplica(manager.connection, replica, async (source) => {
      // A list without conditions is planned once; the best plan for another depends on its values.
      const run = (query: string, values: unknown[]): Promise<(Row & KeysetCursor)[]> => {
        const sized = limitBytes(query, { names, order: sizedOrder, limit });
        return runPrepared(source, isPlain ? preparedStatement(sized) : { text: sized }, values);
      };
      const values: unknown[] = [];
      const conditions = whereAll(where((value) => `$${values.push(value)}`));
      const rows = await (words.length > 0
        ? readMatching(words, { columns, table, where, order, limit }, run)
        : run(`SELECT ${columns} FROM ${table} ${conditions} ${order} LIMIT ${limit}`, values));
      return { rows, hasMore: isFull(rows, limit) };
    });
  };
}

/** Reads the parts of a record, oldest first; where there are none, `expectRecord` throws if there is no record either. */
export function readParts<Row extends ObjectLiteral & { id: number }>(
  parts: Repository<Row>,
  partOf: [column: string, id: number],
  expectRecord: (id: number) => Promise<unknown>,
): ReadRows<Row> {
  const read = readRows(parts, { sort: 'oldest', partOf });
  return async (wanted) => {
    const page = await read(wanted);
    if (page.rows.length === 0) await expectRecord(partOf[1]);
    return page;
  };
}

/** As the index has it. Its first 100 characters are enough to sort by, and fit into any index. */
function sortKey(column: string): string {
  return `(left(fold_text(${column}), 100) COLLATE "C")`;
}
