import { getReadStatisticsQueryKey } from '@ecom-crm/openapi/statistics/statistics';
import { getListTagsQueryKey } from '@ecom-crm/openapi/tags/tags';
import { getListAffectedProductsQueryKey, getReadTrendsQueryKey } from '@ecom-crm/openapi/trends/trends';
import { getCountViewsQueryKey, getListViewsQueryKey } from '@ecom-crm/openapi/views/views';
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { recordPath, recordTypes } from '../record/record-types';

/** A record that was created, changed or deleted; without `recordId`, any number of records of its type. */
export interface ChangedRecord {
  kind: string;
  recordId?: number;
}

interface InvalidationOptions {
  /** The query that the answer of the server has updated already. */
  fresh?: QueryKey;
  /** `none` only marks what is on the screen as stale. */
  refetchType?: 'active' | 'none';
}

const [STATISTICS] = getReadStatisticsQueryKey();
const [VIEW_COUNTS] = getCountViewsQueryKey();
const ACTIVITY = '/api/activity';
/** Over all kinds of threads. */
const QUEUE = '/api/queue';
/** What is counted over all records. */
const OVER_ALL: string[] = [getReadTrendsQueryKey()[0], getListAffectedProductsQueryKey()[0]];
/** What is about a product, or how much: any record may be, or may have been. */
const RECORDS_OF_PRODUCT = /^\/api\/products\/(?:\d+\/records|records\/open)$/;
/** What names products by their fields: the products of a record, and the codes in its texts. */
const NAMES_PRODUCTS = /^\/api\/(?:[a-z-]+\/\d+\/products|products\/by-codes)$/;
/** The lists of what has no screens of its own. */
const OTHER_LISTS: Record<string, string> = { tag: getListTagsQueryKey()[0], view: getListViewsQueryKey()[0] };

/**
 * The one place that says what a change makes stale, for our own mutations and for live events alike: the lists of its
 * type, the record with its responses and its history, the counts, what changed, and what else its record type names.
 */
export function invalidateRecords(
  queryClient: QueryClient,
  changes: ChangedRecord[],
  { fresh, refetchType = 'active' }: InvalidationOptions = {},
): Promise<void> {
  const isStale = isStaleAfter(changes);
  const freshHash = fresh && hashKey(fresh);
  return invalidate(queryClient, (query) => query.queryHash !== freshHash && isStale(query), refetchType);
}

/**
 * Writes the record that the server has saved into its query, and invalidates what else shows it. A reading that began
 * before would bring the old values back.
 */
export async function showSaved(
  queryClient: QueryClient,
  record: ChangedRecord,
  { recordKey, saved }: { recordKey: QueryKey; saved: unknown },
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: recordKey });
  queryClient.setQueryData(recordKey, saved);
  void invalidateRecords(queryClient, [record], { fresh: recordKey });
}

/** What is being read may be answered from before the change, and is marked once more then: an answer counts as new. */
function invalidate(
  queryClient: QueryClient,
  predicate: (query: Query) => boolean,
  refetchType: 'active' | 'none',
): Promise<void> {
  const running = queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  for (const query of running) if (!isList(query)) invalidateWhenRead(queryClient, query);
  return queryClient.invalidateQueries({ predicate, refetchType });
}

/** A list says by itself what was changed since it was asked for, and stays as it is. */
function isList({ queryKey: [, second] }: Query): boolean {
  return second === 'pages';
}

function invalidateWhenRead(queryClient: QueryClient, query: Query): void {
  // No screen reads it again that waits for it itself. Only then: on a busy day it would be read without end.
  const isFirst = query.state.data === undefined;
  const again = () => {
    const { fetchStatus, status } = query.state;
    // A newer reading knows the change.
    if (fetchStatus !== 'idle') return;
    const refetchType = isFirst && status === 'success' ? 'active' : 'none';
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
  };
  query.promise?.then(again, again);
}

function isStaleAfter(changes: ChangedRecord[]): (query: Query) => boolean {
  const lists = new Set(changes.map(({ kind }) => recordTypes[kind]?.api ?? OTHER_LISTS[kind]));
  const paths = changes.map(({ kind, recordId }) =>
    recordId === undefined ? recordTypes[kind]?.api : recordPath({ kind, recordId }),
  );
  const isProduct = changes.some(({ kind }) => kind === 'product');
  const further = changes.flatMap(({ kind }) => recordTypes[kind]?.makesStale ?? []);
  return ({ queryKey: [first] }) => {
    const address = String(first);
    return (
      isBelow(address, STATISTICS) ||
      address === ACTIVITY ||
      address === VIEW_COUNTS ||
      isBelow(address, QUEUE) ||
      OVER_ALL.includes(address) ||
      RECORDS_OF_PRODUCT.test(address) ||
      (isProduct && NAMES_PRODUCTS.test(address)) ||
      lists.has(address.replace(/\/search$/, '')) ||
      [...paths, ...further].some((path) => path !== undefined && isBelow(address, path))
    );
  };
}

/** Marks everything but the session as stale: too many changes were missed to name them. */
export function invalidateEverything(queryClient: QueryClient): Promise<void> {
  return invalidate(queryClient, isNoSession, 'none');
}

/** Reads again what is on the screen, but for the session. */
export function refetchShown(queryClient: QueryClient): Promise<void> {
  return queryClient.refetchQueries({ predicate: isNoSession, type: 'active' });
}

function isNoSession({ queryKey: [first] }: Query): boolean {
  return String(first).startsWith('/api/') && first !== '/api/user';
}

/** Whether an address is that of a record, or of something that belongs to it. */
export function isBelow(address: string, path: string): boolean {
  return address === path || address.startsWith(`${path}/`);
}
