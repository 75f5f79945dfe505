import { skipToken, useQuery, useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchPage, type Page } from '@ecom-crm/openapi/http';

/** Where a list in the API is read from, and how far it was read. */
export interface ShownList {
  list: string;
  firstPage: string;
  pageCount: number;
}

type ReadPages = InfiniteData<Page<{ id: number }> & { readAt: number }>;

const storageKey = (list: string) => `shown ${list}`;

/** The query that holds the pages of a list. */
export const pagesKey = (list: string, firstPage: string): QueryKey => [list, 'pages', firstPage];

/** Notes that a list is on the screen. */
export function useShownList({ list, firstPage, pageCount }: ShownList): void {
  useEffect(() => noteShown({ list, firstPage, pageCount }), [list, firstPage, pageCount]);
}

/** Notes the list whose records lead to one another; a reload of the tab does not forget it. */
export function noteShown({ list, firstPage, pageCount }: ShownList): void {
  try {
    sessionStorage.setItem(storageKey(list), JSON.stringify({ list, firstPage, pageCount } satisfies ShownList));
  } catch {
    // Full, or told not to keep anything: the records of the list do not lead to one another.
  }
}

/**
 * The numbers of the records of the list that was shown last, in its order, as far as it was read. After a reload it is
 * read once more, and at its end further; undefined until then.
 */
export function useShownIds(list: string, recordId: number): number[] | undefined {
  const queryClient = useQueryClient();
  const shown = readShown(list);
  const queryKey = pagesKey(list, shown?.firstPage ?? '');
  // Only looks on: a change in between does not take away the way to the next record.
  const { data } = useQuery<ReadPages>({ queryKey, queryFn: skipToken });
  const ids = data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const address = shown && nextPage(shown, data, ids, recordId);
  useEffect(() => {
    if (!address) return;
    const readAt = Date.now();
    queryClient
      .fetchQuery({
        queryKey: [list, 'page', address],
        queryFn: ({ signal }) => fetchPage<{ id: number }>(address, { signal }),
      })
      .then((page) =>
        queryClient.setQueryData<ReadPages>(queryKey, (before) => withPage(before, address, { ...page, readAt })),
      )
      .catch(() => undefined); // The list itself says what is wrong.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- queryKey is a new array at each render; its first page does not change while the record is open
  }, [queryClient, list, address]);
  return shown && !data ? undefined : ids;
}

/** The address of the page to be read so that what comes after the record is known. */
function nextPage({ firstPage, pageCount }: ShownList, data: ReadPages | undefined, ids: number[], recordId: number) {
  if (!data) return firstPage;
  const isLast = ids.at(-1) === recordId;
  const mayFollow = !ids.includes(recordId) && data.pages.length < pageCount;
  return isLast || mayFollow ? (data.pages.at(-1)?.next ?? undefined) : undefined;
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
