import {
  skipToken,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchPage, type Page } from '@ecom-crm/openapi/http';
import { recordTypes, type RecordRef } from '../record/record-types';

/** Where a list in the API is read from, and how far it was read. */
export interface ShownList {
  list: string;
  firstPage: string;
  pageCount: number;
  /** Whether one goes through it record by record, and on to the next after each. */
  isWorkedThrough?: boolean;
  /** Whether what was resolved or put off leaves it at once. */
  hidesDone?: boolean;
}

/** A record in a list; a list over several kinds names the kind of each. */
interface Item {
  id: number;
  kind?: string;
  status?: string;
  snoozedUntil?: string;
}

type ReadPages = InfiniteData<Page<Item> & { readAt: number }>;

/** The next page is read as soon as so few records are left. */
export const READ_AHEAD = 3;

const storageKey = (list: string) => `shown ${list}`;

/** The query that holds the pages of a list. */
export const pagesKey = (list: string, firstPage: string): QueryKey => [list, 'pages', firstPage];

/** Writes into the pages of a list. What was out of date stays so: the cache takes what is written for all there is. */
export function changePages<T>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (before: InfiniteData<T> | undefined) => InfiniteData<T> | undefined,
): void {
  const { isInvalidated, dataUpdatedAt } = queryClient.getQueryState(queryKey) ?? {};
  queryClient.setQueryData(queryKey, change, { updatedAt: dataUpdatedAt });
  if (isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/**
 * The items of all pages. A record that was pushed on to the next page by a better match counts once; entries without an
 * id, such as those of a history, stay as they are.
 */
export function joinPages<T>(pages: { items: T[] }[]): T[] {
  const known = new Set<string>();
  const isNew = ({ kind, id }: Partial<Item>) => {
    const name = `${kind} ${id}`;
    const isKnown = id !== undefined && known.has(name);
    known.add(name);
    return !isKnown;
  };
  return pages.flatMap((page) => page.items).filter((item) => isNew(item as Partial<Item>));
}

/** Notes that a list is on the screen. */
export function useShownList({ list, firstPage, pageCount }: ShownList): void {
  useEffect(() => noteShown({ list, firstPage, pageCount }), [list, firstPage, pageCount]);
}

/**
 * Notes the list whose records lead to one another; a reload of the tab does not forget it. One over several kinds is the
 * list of each of them: `lists` has where the API has these.
 */
export function noteShown(shown: ShownList, lists = [shown.list]): void {
  const text = JSON.stringify(shown);
  try {
    for (const one of lists) sessionStorage.setItem(storageKey(one), text);
  } catch {
    // Full, or told not to keep anything: the records of the list do not lead to one another.
  }
}

/**
 * The records of the list that was shown last before this one was opened, in its order, as far as it was read. After a
 * reload it is read once more, and at its end further; undefined until then.
 */
export function useShownRecords({ kind, recordId }: RecordRef): {
  records: RecordRef[] | undefined;
  isWorkedThrough: boolean;
  /** Whether the list goes on behind them. */
  hasMore: boolean;
} {
  const queryClient = useQueryClient();
  const shown = readShown(recordTypes[kind]?.api ?? '');
  const list = shown?.list ?? '';
  const firstPage = shown?.firstPage ?? '';
  // Only looks on: a change in between does not take away the way to the next record.
  const { data } = useQuery<ReadPages>({ queryKey: pagesKey(list, firstPage), queryFn: skipToken });
  const items = data ? joinPages(data.pages) : [];
  const isThis = (one: Item) => one.id === recordId && (one.kind ?? kind) === kind;
  const left = shown?.hidesDone ? items.filter((one) => isThis(one) || isToDo(one)) : items;
  const records = left.map((one) => refOf(one, kind));
  const index = left.findIndex(isThis);
  const address = shown && nextPage(shown, data, { index, count: records.length });
  useEffect(() => {
    if (!address) return;
    const readAt = Date.now();
    queryClient
      .fetchQuery({
        queryKey: [list, 'page', address],
        queryFn: ({ signal }) => fetchPage<Item>(address, { signal }),
      })
      .then((page) =>
        changePages<ReadPages['pages'][number]>(queryClient, pagesKey(list, firstPage), (before) =>
          withPage(before, address, { ...page, readAt }),
        ),
      )
      .catch(() => undefined); // The list itself says what is wrong.
  }, [queryClient, list, firstPage, address]);
  return {
    records: shown && !data ? undefined : records,
    isWorkedThrough: shown?.isWorkedThrough ?? false,
    hasMore: Boolean(data?.pages.at(-1)?.next),
  };
}

/** Whether a thread is neither resolved nor put off. */
export function isToDo({ status, snoozedUntil }: Pick<Item, 'status' | 'snoozedUntil'>): boolean {
  return status !== 'resolved' && !(snoozedUntil && Date.parse(snoozedUntil) > Date.now());
}

function refOf({ id, kind }: Item, own: string): RecordRef {
  return { kind: kind ?? own, recordId: id };
}

/** The address of the page to be read so that what comes after the record is known. */
function nextPage(
  { firstPage, pageCount }: ShownList,
  data: ReadPages | undefined,
  { index, count }: { index: number; count: number },
) {
  if (!data) return firstPage;
  const isNearEnd = index >= 0 && index >= count - READ_AHEAD;
  const mayFollow = index < 0 && data.pages.length < pageCount;
  return isNearEnd || mayFollow ? (data.pages.at(-1)?.next ?? undefined) : undefined;
}

function withPage(before: ReadPages | undefined, address: string, page: ReadPages['pages'][number]): ReadPages {
  if (!before) return { pages: [page], pageParams: [address] };
  if (before.pageParams.includes(address)) return before;
  return { pages: [...before.pages, page], pageParams: [...before.pageParams, address] };
}

function readShown(list: string): ShownList | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(list)) ?? 'null') as ShownList | null) ?? undefined;
  } catch {
    return undefined;
  }
}
