import type { DataSource } from 'typeorm';
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
/** After so long no further search is begun. */
const MAX_SEARCHES_MS = 5000;

/** How many records each of the first views holds, for this user: all without a search in one statement. */
export async function countViews(source: DataSource, views: View[], userId: number): Promise<ViewCountDto[]> {
  const read = views.slice(0, MAX_VIEWS).flatMap(({ id, list, query }) => {
    const parts = partsOf(source, list, query);
    return parts ? [{ id, parts }] : [];
  });
  const plain = read.filter(({ parts }) => parts.every(({ q }) => wordsOf(q).length === 0));
  const searches = read.filter((view) => !plain.includes(view));
  const replica = currentReplica();
  const counted = await readFromReplica(source, replica, (from) => countPlain(from, plain, userId));
  const until = performance.now() + MAX_SEARCHES_MS;
  for (const view of searches) {
    if (performance.now() > until) break;
    try {
      counted.push(await queueOf('searches').run(userId, () => countSearch(source, view, userId)));
    } catch (error) {
      // A count that finds no place, or takes too long, is left out: the others are of use without it.
      if (!(error instanceof TryLater || isTimeout(error))) throw error;
    }
  }
  return counted;
}

interface ReadView {
  id: number;
  parts: ListPart[];
}

/** Undefined for a view that no longer fits its list. */
function partsOf(source: DataSource, list: string, query: string): ListPart[] | undefined {
  try {
    return readListQuery(source, list, query);
  } catch {
    return undefined;
  }
}

/** One statement for each table, at the same time. */
async function countPlain(source: DataSource, views: ReadView[], userId: number): Promise<ViewCountDto[]> {
  const parts = views.flatMap(({ id, parts: of }) => of.map((part) => ({ id, ...part })));
  const tables = [...new Set(parts.map(({ type }) => type.table))];
  const count = (table: string): Promise<PartCount[]> => {
    const own = parts.filter(({ type }) => type.table === table);
    return countParts(source, own, userId);
  };
  const counted = (await Promise.all(tables.map(count))).flat();
  return views.map(({ id }) => {
    const total = counted.filter((one) => one.id === id).reduce((sum, one) => sum + one.total, 0);
    return { id, total: Math.min(total, MAX_COUNTED), isExact: total <= MAX_COUNTED };
  });
}

interface PartCount {
  id: number;
  total: number;
}

function countParts(source: DataSource, parts: (ListPart & { id: number })[], userId: number): Promise<PartCount[]> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const counts = parts.map(({ id, type, filter }) => {
    const where = whereAll(filterConditions(type, { ...filter, userId }, bind));
    const found = `SELECT FROM ${type.table} ${where} LIMIT ${MAX_COUNTED + 1}`;
    return `SELECT ${bind(id)}::integer AS id, (SELECT count(*)::integer FROM (${found}) AS found) AS total`;
  });
  return source.query<PartCount[]>(counts.join(' UNION ALL '), values);
}

async function countSearch(source: DataSource, { id, parts }: ReadView, userId: number): Promise<ViewCountDto> {
  const totals = await Promise.all(
    parts.map(({ type, filter: given, q = '', sort }) => {
      const filter = { ...given, userId };
      if (sort === 'relevance' || sort === undefined) return countByRelevance(source, type, { q, filter });
      return countMatches(source, type, { words: wordsOf(q), filter });
    }),
  );
  const total = totals.reduce((sum, one) => sum + one.total, 0);
  return { id, total, isExact: totals.every(({ isExact }) => isExact) };
}
