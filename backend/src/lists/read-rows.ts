import type { ObjectLiteral, Repository } from 'typeorm';
import { columnNames, preparedStatement, runPrepared, readColumns } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import { recordTypes } from '../records/record-type';
import { filterConditions, splitFilter, type PartOf, type RecordFilter } from './filters';
import { orderOf, type Sort } from './list-order';
import type { KeysetCursor, ReadRows } from './page';
import { readFiltered } from './read-filtered';
import { readRanked } from './read-ranked';
import { readMatching, whereAll, wordsOf, type Bind } from '../search/text-filter';
import { isFull, limitBytes, sizeColumn } from '../database/limit-bytes';

/** Which rows of a table are read: those whose texts hold every word of `q` and that pass the filter, in this order. */
export interface ListFilter extends RecordFilter {
  q?: string;
  sort?: Sort;
  partOf?: PartOf;
}

/** Reads plain rows of a table, page by page and by an index. To make entities of a long list costs more than to read it. */
export function readRows<Row extends ObjectLiteral & { id: number }>(
  repository: Repository<Row>,
  filter: ListFilter,
): ReadRows<Row> {
  const { q, sort = 'newest', partOf } = filter;
  if (sort === 'relevance' && q?.trim()) return readRanked(repository, { ...filter, q });
  const { metadata, manager } = repository;
  const table = metadata.tablePath;
  const type = recordTypes().find((one) => one.table === metadata.tableName) ?? { kind: '' };
  const { key, order, namedOrder, after: isAfter } = orderOf(sort === 'relevance' ? 'newest' : sort, filter);
  const plain = readColumns(metadata) + (key ? `, ${key} AS "$key"` : '');
  const names = columnNames(metadata) + (key ? ', "$key"' : '');
  const { bounds, tests } = splitFilter(filter);
  const filters = (bind: Bind): string[] => filterConditions(type, tests, bind);
  const isTested = filters(() => '').length > 0;
  const words = wordsOf(q);
  const isPlain = words.length === 0 && !isTested && filterConditions(type, bounds, () => '').length === 0;
  const replica = currentReplica();
  return ({ after, limit }) => {
    const columns = plain + sizeColumn(metadata, limit);
    const where = (bind: Bind): string[] => {
      const conditions = filterConditions(type, bounds, bind);
      if (partOf) conditions.push(`${partOf[0]} = ${bind(partOf[1])}`);
      if (after) conditions.push(isAfter(after, bind));
      return conditions;
    };
    return readFromReplica(manager.connection, replica, async (source) => {
      // A list without conditions is planned once; the best plan for another depends on its values.
      const run = (query: string, values: unknown[]): Promise<(Row & KeysetCursor)[]> => {
        const sized = limitBytes(query, { names, order: namedOrder, limit });
        return runPrepared(source, isPlain ? preparedStatement(sized) : { text: sized }, values);
      };
      const query = { columns, table, where, filters, order, limit };
      const values: unknown[] = [];
      const readPlain = (): Promise<(Row & KeysetCursor)[]> => {
        const conditions = whereAll(where((value) => `$${values.push(value)}`));
        return run(`SELECT ${columns} FROM ${table} ${conditions} ${order} LIMIT ${limit}`, values);
      };
      const rows = await (words.length > 0
        ? readMatching(words, query, run)
        : isTested
          ? readFiltered(query, run)
          : readPlain());
      return { rows, hasMore: isFull(rows, limit) };
    });
  };
}

/** Reads the parts of a record, oldest first; where there are none, `expectRecord` throws if there is no record either. */
export function readParts<Row extends ObjectLiteral & { id: number }>(
  parts: Repository<Row>,
  partOf: PartOf,
  expectRecord: (id: number) => Promise<unknown>,
): ReadRows<Row> {
  const read = readRows(parts, { sort: 'oldest', partOf });
  return async (wanted) => {
    const page = await read(wanted);
    if (page.rows.length === 0) await expectRecord(partOf[1]);
    return page;
  };
}
