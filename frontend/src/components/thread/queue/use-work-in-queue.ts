import { http } from '@ecom-crm/openapi/http';
import { getListTagsQueryOptions } from '@ecom-crm/openapi/tags/tags';
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands';
import { useLastList } from '../../list/list-address';
import { toNeighbour, useNeighbours } from '../../record/neighbours';
import { recordAddress, recordKey, recordPath, recordTypes, type RecordRef } from '../../record/record-types';
import { loadScreenAt } from '../../record/screens';
import { QUEUE_PATH } from './queue-path';
import { itemQuery } from './queue-api';

/** What the screen of a thread reads with it, below its address. */
const SHOWN_PARTS = ['responses', 'watch', 'products'];

/**
 * Whether the record was opened from the queue or taken next, and what comes after it there. The next records are read
 * before they are wanted.
 */
export function useWorkInQueue(record: RecordRef) {
  const navigate = useNavigate();
  const { from } = (useLocation().state ?? {}) as { from?: string };
  const showQueue = useLastList(QUEUE_PATH);
  const { isWorkedThrough, next, following } = useNeighbours(record);
  // The list that is shown need not have what was taken next.
  const isQueue = isWorkedThrough || from === QUEUE_PATH;
  usePrefetch(isQueue ? following : []);
  /** Shows the next one; after the last, the queue as it was filtered. */
  const goOn = () => void (next ? navigate(next, toNeighbour) : showQueue());
  return { isQueue, next, goOn };
}

/** Resolves the record on the screen and goes on, with one key; without `resolve`, which wants the record, it does nothing. */
export function useResolveAndGoOn(
  { isQueue, goOn }: { isQueue: boolean; goOn: () => void },
  resolve: (() => void) | undefined,
): void {
  const run =
    resolve &&
    (() => {
      resolve();
      if (isQueue) goOn();
    });
  const label = isQueue ? 'Resolve and go to the next' : 'Resolve';
  useCommands([{ label, group: 'This screen', keys: 'd', run }]);
}

/** Reads records, and the code of their screens, when the page has nothing else to do. */
export function usePrefetch(records: RecordRef[]): void {
  const queryClient = useQueryClient();
  const names = JSON.stringify(records);
  useEffect(() => {
    const all = JSON.parse(names) as RecordRef[];
    if (all.length === 0) return undefined;
    let isGone = false;
    const read = async () => {
      if (isGone) return;
      void import('../response/response-form').catch(() => undefined);
      void queryClient.prefetchQuery(getListTagsQueryOptions());
      // One after the other: the next is there first, and a slow computer is not kept from what the person does.
      for (const record of all) {
        if (isGone) return;
        await prefetch(queryClient, record);
      }
    };
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => void read(), { timeout: 200 });
    else setTimeout(() => void read());
    return () => {
      isGone = true;
    };
  }, [queryClient, names]);
}

async function prefetch(queryClient: QueryClient, record: RecordRef): Promise<void> {
  const screen = recordTypes[record.kind]?.path(record.recordId);
  if (screen) void loadScreenAt(screen).catch(() => undefined);
  const read = (queryKey: QueryKey, path: string) =>
    queryClient.prefetchQuery({ queryKey, queryFn: ({ signal }) => http(path, { signal }) });
  const parts = SHOWN_PARTS.map((part) => `${recordPath(record)}/${part}`);
  await Promise.all([
    read(recordKey(record), recordAddress(record)),
    ...parts.map((path) => read([path], path)),
    queryClient.prefetchQuery(itemQuery(record)),
  ]);
}
