import type { DataSource, EntityManager } from 'typeorm';
import { preparedStatement, runPrepared } from '../../database/prepared-statement';
import type { RecordTypeOptions } from '../../records/record-type';
import { filterConditions, keepFiltered, type FilteredType, type RecordFilter } from '../filters';
import { countRanked } from '../../search/count-ranked';
import { readAnyMatching, whereAll, type Bind } from '../../search/text-filter';
import type { StatusTotalDto, TotalsDto } from './totals.dto';

/** Rows of one status, or that pass the filters, that are counted; an index alone is read. */
const MAX_OF_STATUS = 20_000;
/** Matches of a search that are counted: each is read. */
const MAX_MATCHES = 2000;

type Type = FilteredType & Pick<RecordTypeOptions, 'table' | 'statuses'>;

/**
 * The totals of a table that has so many rows. The most frequent status is what the others leave: all are exact unless two
 * have more rows than are counted.
 */
export async function countAll(
  source: DataSource,
  { table, statuses = [] }: Type,
  total: number,
  max = MAX_OF_STATUS,
): Promise<TotalsDto> {
  const text = `
    SELECT status, (SELECT count(*)::integer FROM (
      SELECT 1 FROM ${table} WHERE ${table}.status::text = given.status LIMIT ${max + 1}) AS found) AS total
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

/** The totals of the rows that pass the filters; beyond a bound, that there are more. */
export async function countFiltered(
  source: DataSource,
  type: Type,
  filter: RecordFilter,
  max = MAX_OF_STATUS,
): Promise<TotalsDto> {
  const values: unknown[] = [];
  const conditions = filterConditions(type, filter, (value) => `$${values.push(value)}`);
  const status = type.statuses ? 'status' : "'' AS status";
  const found = `SELECT ${status} FROM ${type.table} ${whereAll(conditions)} LIMIT ${max + 1}`;
  const text = `SELECT status, count(*)::integer AS total FROM (${found}) AS found GROUP BY status`;
  return totalsOf(await runPrepared(source, { text }, values), type, max);
}

/** The totals of the rows that a list with these words and filters shows; beyond a bound, that there are more. */
export async function countMatches(
  source: DataSource,
  type: Type,
  { words, filter = {} }: { words: string[]; filter?: RecordFilter },
  max = MAX_MATCHES,
): Promise<TotalsDto> {
  const columns = type.statuses ? 'status' : "'' AS status";
  const filters = (bind: Bind): string[] => filterConditions(type, filter, bind);
  const rows = await source.transaction((manager) =>
    readAnyMatching<{ status: string }>(manager, words, { columns, table: type.table, filters, limit: max + 1 }),
  );
  return totalsOf(
    rows.map(({ status }) => ({ status, total: 1 })),
    type,
    max,
  );
}

/** Sums up at most `max + 1` rows. */
function totalsOf(rows: { status: string; total: number }[], { statuses = [] }: Type, max: number): TotalsDto {
  const sum = (some: typeof rows): number => some.reduce((total, row) => total + row.total, 0);
  const isExact = sum(rows) <= max;
  const byStatus = statuses.map((status) => {
    const total = sum(rows.filter((row) => row.status === status));
    return { status, total: Math.min(total, max), isExact };
  });
  return { total: Math.min(sum(rows), max), isExact, byStatus };
}

/** The totals of what a list by relevance shows. */
export async function countByRelevance(
  source: DataSource,
  type: Type,
  { q, filter }: { q: string; filter: RecordFilter },
): Promise<TotalsDto> {
  const { kind, statuses = [] } = type;
  const keep = (manager: EntityManager, ids: number[]): Promise<number[]> => keepFiltered(manager, type, ids, filter);
  const { total, byStatus, isExact } = await countRanked(source, kind, q, keep);
  const statusTotal = (status: string): StatusTotalDto => ({ status, total: byStatus[status] ?? 0, isExact });
  return { total, isExact, byStatus: statuses.map(statusTotal) };
}
