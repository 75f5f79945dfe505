import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import { presentHits, type FoundInKind } from './present-hits';
import { MAX_RANKED, Ranking } from './ranking';
import { searchSources } from './search-sources';
import type { SearchAnswerDto } from './search.dto';

export interface SearchOptions {
  /** The most hits of each kind. */
  limit: number;
  /** Whether all that is found is counted. */
  hasTotals?: boolean;
  isAborted?: () => boolean;
}

/** Finds records of all types. */
@Injectable()
export class SearchService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The best hits of each type; the types with the best hit first. */
  async search(
    q: string,
    { limit, hasTotals = false, isAborted = () => false }: SearchOptions,
  ): Promise<SearchAnswerDto> {
    if (q.trim() === '') return { groups: [] };
    return readFromReplica(this.database, currentReplica(), (database) =>
      database.transaction(async (manager) => {
        const ranking = await Ranking.of(manager, q);
        const found: FoundInKind[] = [];
        for (const source of searchSources()) {
          if (isAborted()) return { groups: [] };
          const { hits, isPartial } = await ranking.hitsIn(source, hasTotals ? MAX_RANKED : limit);
          found.push({ source, hits: hits.slice(0, limit), isPartial, total: hasTotals ? hits.length : undefined });
        }
        return { groups: await presentHits(manager, found, ranking.forms) };
      }),
    );
  }
}
