import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { orNotFound } from '../../api/operation';
import { runPrepared } from '../../database/prepared-statement';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import { recordTypes } from '../../records/record-type';
import type { StatisticsDto } from '../../records/statistics.dto';
import { filterOf, isFiltered } from '../../lists/query-filter';
import { wordsOf } from '../../search/text-filter';
import { countAll, countByRelevance, countFiltered, countMatches } from '../../lists/totals/totals';
import type { TotalsDto, TotalsQuery } from '../../lists/totals/totals.dto';

const COUNTS = {
  name: 'counts',
  text: 'SELECT table_name AS "table", sum(records)::integer AS records FROM counters GROUP BY table_name',
};

/** How many records of each kind there are, as the database keeps count of them. */
@Injectable()
export class StatisticsService {
  constructor(private readonly source: DataSource) {}

  /** The counts, right after every change and whatever the size. */
  async read(): Promise<StatisticsDto> {
    const countOf = await this.counts();
    return Object.fromEntries(recordTypes().map(({ table, count }) => [count.name, countOf(table)]));
  }

  /** The totals of a list, or of those of its records that a search or filters leave; 404 for a kind that does not exist. */
  async totals(kind: string, { q, sort, ...query }: TotalsQuery, userId: number): Promise<TotalsDto> {
    const type = orNotFound(recordTypes().find((one) => one.kind === kind) ?? null, 'There is no such kind of record');
    const filter = { ...filterOf(this.source, type, query), userId };
    const words = wordsOf(q);
    if (q && words.length > 0 && sort === 'relevance') return countByRelevance(this.source, type, { q, filter });
    const replica = currentReplica();
    if (words.length > 0)
      return readFromReplica(this.source, replica, (source) => countMatches(source, type, { words, filter }));
    if (isFiltered(filter))
      return readFromReplica(this.source, replica, (source) => countFiltered(source, type, filter));
    const countOf = await this.counts();
    return countAll(this.source, type, countOf(type.table));
  }

  private async counts(): Promise<(table: string) => number> {
    const rows = await runPrepared<{ table: string; records: number }>(this.source, COUNTS, []);
    return (table) => rows.find((row) => row.table === table)?.records ?? 0;
  }
}
