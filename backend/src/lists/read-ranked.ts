import type { EntityManager, ObjectLiteral, Repository } from 'typeorm';
import { isFull, limitBytes, sizeColumn } from '../database/limit-bytes';
import { columnNames, readColumns } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import { MAX_RANKED, Ranking } from '../search/ranking';
import { recordTypes, type RecordTypeOptions } from '../records/record-type';
import { searchSources, type SearchSource } from '../search/search-sources';
import { keepFiltered, type PartOf, type RecordFilter } from './filters';
import { foreignCursor, type KeysetCursor, type ReadRows } from './page';

interface RankedFilter extends RecordFilter {
  q: string;
  partOf?: PartOf;
}

/** Ids by their rank, and how many there are at least. */
interface RankedIds {
  ids: number[];
  isPartial: boolean;
}

/** Reads what a search finds, best first and at most `MAX_RANKED` of it: the key of a row is its rank, counted from 1. */
export function readRanked<Row extends ObjectLiteral & { id: number }>(
  { metadata, manager }: Repository<Row>,
  filter: RankedFilter,
): ReadRows<Row> {
  const replica = currentReplica();
  const source = searchSources().find(({ records }) => records.name === metadata.tableName) as SearchSource;
  const names = `${columnNames(metadata)}, "$key"`;
  return ({ after, limit }) =>
    readFromReplica(manager.connection, replica, (database) =>
      database.transaction(async (transaction) => {
        const first = after ? rankOf(after) : 0;
        const { ids, isPartial } = await rankedIds(transaction, source, filter, first + limit);
        const columns = `${readColumns(metadata)}, "$rank"::text AS "$key"${sizeColumn(metadata, limit)}`;
        const statement = limitBytes(
          `SELECT ${columns} FROM unnest($1::integer[]) WITH ORDINALITY AS ranked ("$id", "$rank")
           JOIN ${metadata.tablePath} ON id = "$id" WHERE "$rank" > $2 ORDER BY "$rank" LIMIT ${limit}`,
          { names, order: 'ORDER BY "$key"::integer', limit },
        );
        const rows = await transaction.query<(Row & KeysetCursor)[]>(statement, [ids, first]);
        return { rows, hasMore: isFull(rows, limit), isPartial };
      }),
    );
}

/** The rank that a cursor stands for; 400 for the cursor of a list in another order. */
function rankOf({ $key = '' }: KeysetCursor): number {
  if (/^[1-9]\d{0,3}$/.test($key)) return Number($key);
  throw foreignCursor();
}

/** The best records that pass the filter, at least `count` of them if there are so many. */
async function rankedIds(
  manager: EntityManager,
  source: SearchSource,
  { q, ...filter }: RankedFilter,
  count: number,
): Promise<RankedIds> {
  const ranking = await Ranking.of(manager, q);
  const type = recordTypes().find(({ kind }) => kind === source.kind) as RecordTypeOptions;
  for (let limit = Math.min(count, MAX_RANKED); ; limit = Math.min(4 * limit, MAX_RANKED)) {
    const { hits, isPartial } = await ranking.hitsIn(source, limit);
    const found = hits.map(({ id }) => id);
    const ids = await keepFiltered(manager, type, found, filter);
    if (ids.length >= count || hits.length < limit || limit === MAX_RANKED)
      return { ids, isPartial: isPartial && ids.length > 0 };
  }
}
