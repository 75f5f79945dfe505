import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useChanges } from '../../components/live/change-bus';
import { pagesKey } from '../../components/list/shown-list';
import type { Pages } from '../../components/list/use-pages';
import { recordTypes } from '../../components/record/record-types';
import { itemQuery, type QueueItem } from '../../components/thread/queue/queue-api';

/** So many rows are read one by one; after more changes the person reads the list again. */
const READ_AT_MOST = 20;

/** Shows at once what colleagues do to the rows on the screen: these stay where they are. */
export function useQueueNews({ source, items = [] }: Pages<QueueItem>): void {
  const queryClient = useQueryClient();
  useChanges(Object.keys(recordTypes), (changes) => {
    const names = new Set(changes.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`));
    const changed = items.filter(({ kind, id }) => names.has(`${kind} ${id}`)).slice(0, READ_AT_MOST);
    for (const { kind, id } of changed)
      void queryClient
        .fetchQuery({ ...itemQuery({ kind, recordId: id }), staleTime: 0 })
        .then((item) =>
          queryClient.setQueryData<InfiniteData<{ items: QueueItem[] }>>(
            pagesKey(source.list, source.firstPage),
            (data) =>
              data && {
                ...data,
                pages: data.pages.map((page) => ({
                  ...page,
                  items: page.items.map((one) => (one.kind === kind && one.id === id ? item : one)),
                })),
              },
          ),
        )
        // It is gone, or cannot be read: reading the list again says which.
        .catch(() => undefined);
  });
}
