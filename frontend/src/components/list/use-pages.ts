import { fetchPage, type Page } from '@ecom-crm/openapi/http';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { joinPages, pagesKey, type ShownList } from './shown-list';

/** Records read at a time. */
export const PAGE_SIZE = 50;

interface ReadPage<T> extends Page<T> {
  readAt: number;
}

/** A list that is read page by page. */
export interface Pages<T> {
  source: ShownList;
  /** The records read so far; undefined until the first page is there. */
  items: T[] | undefined;
  hasMore: boolean;
  /** Whether they have some of the searched words only, because none has all. */
  isPartial: boolean;
  /** Whether the items still belong to the search before. */
  isOutdated: boolean;
  /** Whether the first page could not be read. */
  isError: boolean;
  /** Whether a later page, or the list once more, could not be read. */
  isMoreError: boolean;
  error: unknown;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** When the first page was asked for, ms; undefined until it is there. */
  readAt: number | undefined;
  /** Reads the list again from its start. */
  readAgain: () => Promise<unknown>;
  retry: () => void;
}

/** When a list is read again although no change was heard of. */
interface Rereading<T> {
  /** It is read again where it is shown again after so long, ms. */
  staleTime?: number;
  /** It is read again as often as this while it is empty, ms. */
  whileEmpty?: number;
  /** Which items the screen shows; without any of them the list counts as empty. Left out, all. */
  isShown?: (item: T) => boolean;
}

/** Reads a list page by page from `firstPage`, a path below which a change makes it out of date (`list`). */
export function usePages<T>(
  list: string,
  firstPage: string,
  { staleTime = Infinity, whileEmpty, isShown = () => true }: Rereading<T> = {},
): Pages<T> {
  const queryClient = useQueryClient();
  const queryKey = pagesKey(list, firstPage);
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage<T>(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.next,
  });
  // Asked for before all that the screen asks for when it is drawn: the list is what one waits for.
  usePrefetchInfiniteQuery(options);
  const query = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    staleTime,
    refetchInterval: ({ state }) =>
      (state.data?.pages.every((page) => !page.items.some(isShown)) && whileEmpty) || false,
  });
  const { data, isFetchingNextPage, fetchNextPage, refetch } = query;
  const items = useMemo(() => data && joinPages(data.pages), [data]);
  return {
    source: { list, firstPage, pageCount: data?.pages.length ?? 0 },
    items,
    hasMore: query.hasNextPage,
    isPartial: data?.pages[0]?.isPartial ?? false,
    isOutdated: query.isPlaceholderData,
    isError: query.isError && !data,
    isMoreError: query.isError && data !== undefined,
    error: query.error,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (!isFetchingNextPage) void fetchNextPage({ cancelRefetch: false });
    },
    readAt: query.isPlaceholderData ? undefined : data?.pages[0]?.readAt,
    readAgain: () => {
      queryClient.setQueryData<InfiniteData<ReadPage<T>>>(queryKey, firstOnly);
      return refetch();
    },
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

async function readPage<T>(path: string, signal: AbortSignal): Promise<ReadPage<T>> {
  const readAt = Date.now();
  return { ...(await fetchPage<T>(path, { signal })), readAt };
}

function firstOnly<T>(data: InfiniteData<T> | undefined): InfiniteData<T> | undefined {
  return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}

/** Takes a record that was deleted out of the lists read so far, before they are read again. */
export function removeFromPages(queryClient: QueryClient, list: string, id: number): void {
  queryClient.setQueriesData<InfiniteData<Page<{ id: number }>>>({ queryKey: [list, 'pages'] }, (data) => {
    if (!data) return undefined;
    const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }));
    return { ...data, pages };
  });
}
