import type { DataSource } from 'typeorm';
import { limitStatements } from '../../database/limit-statements';
import { isTimeout } from '../../http/database-error';
import { queueOf } from '../../http/budgets/queued';
import { TryLater } from '../../http/try-later';
import { filterConditions } from '../../lists/filters';
import { readListQuery, type ListPart } from '../../lists/query-filter';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import { whereAll, wordsOf, type Bind } from '../../search/text-filter';
import { countByRelevance, countMatches } from '../../lists/totals/totals';
import type { ViewCountDto } from './view.dto';
import type { View } from './view.entity';

/** Records of a view that are counted. */
const MAX_COUNTED = 100_000;
const MAX_VIEWS = 50;
/** After so long no further view is counted alone. */
const MAX_ALONE_MS = 5000;

/**
 * How many records each of the first views holds, for this user: all that no search or extra field narrows in one statement,
 * and each of the others alone.
 */
export async function countViews(source: DataSource, views: View[], userId: number): Promise<ViewCountDto[]> {
  const read = views.slice(0, MAX_VIEWS).flatMap(({ id, list, query }) => {
    const parts = partsOf(source, list, query);
    return parts ? [{ id, parts }] : [];
  });
  const plain = read.filter((view) => !isSearch(view) && view.parts.every(({ filter }) => !filter.field));
  const counted = await countPlain(source, plain, userId);
  const alone = counted ? read.filter((view) => !plain.includes(view)) : read;
  return [...(counted ?? []), ...(await countAlone(source, alone, userId))];
}

/** One after the other. */
async function countAlone(source: DataSource, views: ReadView[], userId: number): Promise<ViewCountDto[]> {
  const counted: ViewCountDto[] = [];
  const until = performance.now() + MAX_ALONE_MS;
  for (const view of views) {
    if (performance.now() > until) break;
    const count = isSearch(view) ? countSearch : countOne;
    const found = await inTurn(userId, () => count(source, view, userId));
    if (found) counted.push(found);
  }
  return counted;
}

/** Waits for a turn among the searches. Undefined for what finds no place or takes too long: the others are of use without it. */
async function inTurn<T>(userId: number, count: () => Promise<T>): Promise<T | undefined> {
  try {
    return await queueOf('searches').run(userId, count);
  } catch (error) {
    if (error instanceof TryLater || isTimeout(error)) return undefined;
    throw error;
  }
}

interface ReadView {
  id: number;
  parts: ListPart[];
}

function isSearch({ parts }: ReadView): boolean {
  return parts.some(({ q }) => wordsOf(q).length > 0);
}

/** Undefined for a view that no longer fits its list. */
function partsOf(source: DataSource, list: string, query: string): ListPart[] | undefined {
  try {
    return readListQuery(source, list, query);
  } catch {
    return undefined;
  }
}

/** One statement for each table, each in a turn of its own; undefined where one of them is left out. */
async function countPlain(source: DataSource, views: ReadView[], userId: number): Promise<ViewCountDto[] | undefined> {
  const parts = views.flatMap(({ id, parts: of }) => of.map((part) => ({ id, ...part })));
  const tables = [...new Set(parts.map(({ type }) => type.table))];
  const count = (table: string): Promise<PartCount[] | undefined> => {
    const own = parts.filter(({ type }) => type.table === table);
    return inTurn(userId, () => countParts(source, own, userId));
  };
  const counted = await Promise.all(tables.map(count));
  if (counted.includes(undefined)) return undefined;
  return views.map(({ id }) =>
    sumOf(
      id,
      counted.flatMap((of) => of ?? []),
    ),
  );
}

async function countOne(source: DataSource, { id, parts }: ReadView, userId: number): Promise<ViewCountDto> {
  const own = parts.map((part) => ({ id, ...part }));
  return sumOf(id, await countParts(source, own, userId));
}

function sumOf(id: number, counted: PartCount[]): ViewCountDto {
  const total = counted.filter((one) => one.id === id).reduce((sum, one) => sum + one.total, 0);
  return { id, total: Math.min(total, MAX_COUNTED), isExact: total <= MAX_COUNTED };
}

interface PartCount {
  id: number;
  total: number;
}

/** Stops early: a slow view costs the others no more than that. */
function countParts(source: DataSource, parts: (ListPart & { id: number })[], userId: number): Promise<PartCount[]> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const counts = parts.map(({ id, type, filter }) => {
    const where = whereAll(filterConditions(type, { ...filter, userId }, bind));
    const found = `SELECT FROM ${type.table} ${where} LIMIT ${MAX_COUNTED + 1}`;
    return `SELECT ${bind(id)}::integer AS id, (SELECT count(*)::integer FROM (${found}) AS found) AS total`;
  });
  return readFromReplica(source, currentReplica(), (from) =>
    from.transaction(async (manager) => {
      await limitStatements(manager);
      return manager.query<PartCount[]>(counts.join(' UNION ALL '), values);
    }),
  );
}

async function countSearch(source: DataSource, { id, parts }: ReadView, userId: number): Promise<ViewCountDto> {
  const totals = await Promise.all(
    parts.map(({ type, filter: given, q = '', sort }) => {
      const filter = { ...given, userId };
      if (sort === 'relevance' || sort === undefined) return countByRelevance(source, type, { q, filter });
      const words = wordsOf(q);
      return readFromReplica(source, currentReplica(), (from) => countMatches(from, type, { words, filter }));
    }),
  );
  const total = totals.reduce((sum, one) => sum + one.total, 0);
  return { id, total, isExact: totals.every(({ isExact }) => isExact) };
}
