import type { DataSource, EntityManager } from 'typeorm';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import { MAX_RANKED, Ranking } from './ranking';
import { searchSources, type SearchSource } from './search-sources';

/** How many records of a kind a search finds. */
export interface RankedCount {
  total: number;
  /** Whether there are no more than that. */
  isExact: boolean;
  /** The same by the status of the records. */
  byStatus: Record<string, number>;
  /** Whether they have some of the words only. */
  isPartial: boolean;
}

/** The ids that a filter keeps. */
type KeepIds = (manager: EntityManager, ids: number[]) => Promise<number[]>;

/** Counts what `sort=relevance` lists for a search that is not blank: the best `MAX_RANKED` as far as they are kept. */
export function countRanked(
  database: DataSource,
  kind: string,
  q: string,
  keep: KeepIds = (_manager, ids) => Promise.resolve(ids),
): Promise<RankedCount> {
  const source = searchSources().find((one) => one.kind === kind) as SearchSource;
  return readFromReplica(database, currentReplica(), (replica) =>
    replica.transaction(async (manager) => {
      const ranking = await Ranking.of(manager, q);
      const { hits, isPartial } = await ranking.hitsIn(source, MAX_RANKED);
      const found = hits.map(({ id }) => id);
      const ids = await keep(manager, found);
      const rows = await manager.query<{ status: string; count: number }[]>(
        `SELECT status, count(*)::integer AS count FROM ${source.records.name} WHERE id = ANY($1::integer[]) GROUP BY status`,
        [ids],
      );
      return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        byStatus: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
        isExact: hits.length < MAX_RANKED,
        isPartial,
      };
    }),
  );
}
