import type { DataSource } from 'typeorm';
import { preparedStatement, runPrepared } from '../../database/prepared-statement';
import type { RecordTypeOptions } from '../../records/record-type';
import { countRanked } from '../../search/count-ranked';
import { MAX_RANKED } from '../../search/ranking';
import { readAnyMatching } from '../../search/text-filter';
import type { StatusTotalDto, TotalsDto } from './totals.dto';

/** Rows of one status that are counted; an index alone is read. */
const MAX_OF_STATUS = 20_000;
/** Matches of a search that are counted: each is read. */
const MAX_MATCHES = 2000;

type Type = Pick<RecordTypeOptions, 'kind' | 'table' | 'statuses'>;

/**
 * The totals of a table that has so many rows. The most frequent status is what the others leave: all are exact unless two
 * have more rows than are counted.
 */
export async function countAll(
  source: DataSource,
  { table, statuses = [] }: Omit<Type, 'kind'>,
  total: number,
  max = MAX_OF_STATUS,
): Promise<TotalsDto> {
  const text = `
    SELECT status, (SELECT count(*)::integer FROM (
      SELECT 1 FROM ${table} WHERE ${table}.status = given.status LIMIT ${max + 1}) AS found) AS total
    FROM unnest($1::text[]) AS given(status)`;
  const counted = statuses.length
    ? await runPrepared<{ status: string; total: number }>(source, preparedStatement(text), [statuses])
    : [];
  const many = counted.filter((one) => one.total > max);
  const left = total - counted.reduce((sum, one) => sum + (one.total > max ? 0 : one.total), 0);
  const byStatus = counted.map(({ status, total: found }): StatusTotalDto => {
    if (found <= max) return { status, total: found, isExact: true };
    return many.length === 1 ? { status, total: left, isExact: true } : { status, total: max, isExact: false };
  });
  return { total, isExact: true, byStatus };
}

/** The totals of the rows that a list with these words shows; beyond a bound, that there are more. */
export async function countMatches(
  source: DataSource,
  { table, statuses = [] }: Omit<Type, 'kind'>,
  words: string[],
  max = MAX_MATCHES,
): Promise<TotalsDto> {
  const columns = statuses.length ? 'status' : "'' AS status";
  const rows = await source.transaction((manager) =>
    readAnyMatching<{ status: string }>(manager, words, { columns, table, limit: max + 1 }),
  );
  const isExact = rows.length <= max;
  rows.length = Math.min(rows.length, max);
  const totalOf = (status: string): number => rows.filter((row) => row.status === status).length;
  const byStatus = statuses.map((status) => ({ status, total: totalOf(status), isExact }));
  return { total: rows.length, isExact, byStatus };
}

/** The totals of what a list by relevance shows. */
export async function countByRelevance(
  source: DataSource,
  { kind, statuses = [] }: Type,
  q: string,
): Promise<TotalsDto> {
  const { total, byStatus } = await countRanked(source, kind, q);
  const isExact = total < MAX_RANKED;
  const statusTotal = (status: string): StatusTotalDto => ({ status, total: byStatus[status] ?? 0, isExact });
  return { total, isExact, byStatus: statuses.map(statusTotal) };
}
