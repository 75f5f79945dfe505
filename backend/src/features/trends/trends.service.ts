import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runPrepared } from '../../database/prepared-statement';
import { fieldProblem } from '../../http/field-problem';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import { threadTypes } from '../../threads/thread-types';
import { DEFAULT_WEEKS, type TrendDto, type TrendsQuery, type TrendWeekDto } from './trends.dto';

const TRENDS = {
  name: 'trends',
  text: `
    SELECT kind, to_char(week, 'YYYY-MM-DD') AS week, opened, answered, resolved, "medianResponseSeconds"
    FROM unnest($1::text[]) WITH ORDINALITY AS kinds(kind, place)
    CROSS JOIN generate_series(0, $2::integer - 1) AS ago
    CROSS JOIN LATERAL (SELECT date_trunc('week', now() AT TIME ZONE 'UTC') - ago * interval '7 days' AS week) AS weeks
    CROSS JOIN LATERAL (SELECT week AT TIME ZONE 'UTC' AS first, (week + interval '7 days') AT TIME ZONE 'UTC' AS next) AS times
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS opened FROM thread_times AS thread
      WHERE thread.kind = kinds.kind AND created_at >= first AND created_at < next) AS opened
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS answered,
        round(extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (
          ORDER BY greatest(first_response_at - created_at, interval '0'))))::integer AS "medianResponseSeconds"
      FROM thread_times AS thread
      WHERE thread.kind = kinds.kind AND first_response_at >= first AND first_response_at < next) AS answered
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS resolved FROM thread_times AS thread
      WHERE thread.kind = kinds.kind AND resolved_at >= first AND resolved_at < next) AS resolved
    ORDER BY place, weeks.week`,
};

/** What became of the threads, week by week. */
@Injectable()
export class TrendsService {
  constructor(private readonly source: DataSource) {}

  async read({ kind, weeks = DEFAULT_WEEKS }: TrendsQuery): Promise<TrendDto[]> {
    const kinds = threadTypes().map(({ kind }) => kind);
    if (kind !== undefined && !kinds.includes(kind))
      throw fieldProblem('kind', `There is no kind of thread named ${kind}. The kinds are ${kinds.join(', ')}`);
    const wanted = kind === undefined ? kinds : [kind];
    const rows = await readFromReplica(this.source, currentReplica(), (source) =>
      runPrepared<TrendWeekDto & { kind: string }>(source, TRENDS, [wanted, weeks]),
    );
    return wanted.map((one) => ({
      kind: one,
      weeks: rows.filter((row) => row.kind === one).map(({ kind: _kind, ...week }) => week),
    }));
  }
}
