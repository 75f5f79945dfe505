import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import { useChanges, useChangesSoon } from '../../components/live/change-bus';
import { changePages, pagesKey } from '../../components/list/shown-list';
import type { Pages } from '../../components/list/use-pages';
import { itemQuery, useThreadTypes, type QueueItem } from '../../components/thread/queue/queue-api';

/** So many rows are read one by one; after more changes the person reads the list again. */
const READ_AT_MOST = 20;

interface OthersChanges {
  /** When the list was read that they come after, ms. */
  readAt: number | undefined;
  /** The records that were changed since and are not up to date on the screen; undefined if nobody knows. */
  names: ReadonlySet<string> | undefined;
}

const nameOf = (kind: string, id: number) => `${kind} ${id}`;

/**
 * Shows at once what colleagues do to the rows on the screen: these stay where they are. Answers how many other threads
 * were changed since the list was read, Infinity if nobody knows; a list that shows no rows (`isEmpty`) is read again soon.
 */
export function useLiveQueue({ source, items = [], readAt, readAgain }: Pages<QueueItem>, isEmpty: boolean): number {
  const queryClient = useQueryClient();
  const kinds = useThreadTypes().map(({ kind }) => kind);
  const [others, setOthers] = useState<OthersChanges>({ readAt, names: new Set() });
  if (others.readAt !== readAt) setOthers({ readAt, names: new Set() });

  function show(item: QueueItem) {
    const withItem = (data: InfiniteData<{ items: QueueItem[] }> | undefined) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((one) => (one.kind === item.kind && one.id === item.id ? item : one)),
        })),
      };
    changePages(queryClient, pagesKey(source.list, source.firstPage), withItem);
  }
  /** Counts a row of this reading of the list that is not up to date. */
  function count(name: string) {
    setOthers((before) =>
      before.readAt === readAt ? { ...before, names: before.names && new Set([...before.names, name]) } : before,
    );
  }
  useChanges(kinds, (changes) => {
    const names = new Set(changes.map(({ subjectKind, subjectId }) => nameOf(subjectKind, subjectId)));
    const deleted = changes.filter(
      ({ kind, subjectKind, operation }) => operation === 'delete' && kind === subjectKind,
    );
    const gone = new Set(deleted.map(({ subjectKind, subjectId }) => nameOf(subjectKind, subjectId)));
    const changed = items
      .filter(({ kind, id }) => names.has(nameOf(kind, id)) && !gone.has(nameOf(kind, id)))
      .slice(0, READ_AT_MOST);
    for (const { kind, id } of changed) {
      names.delete(nameOf(kind, id));
      const query = itemQuery({ kind, recordId: id });
      // A reading that began before the change may miss it; silent, it gets the answer of the new one.
      void queryClient.cancelQueries({ queryKey: query.queryKey, exact: true }, { silent: true });
      queryClient
        .fetchQuery({ ...query, staleTime: 0 })
        .then(show)
        // It is gone, or cannot be read: reading the list again says which.
        .catch(() => count(nameOf(kind, id)));
    }
    setOthers((before) => ({
      ...before,
      names: changes.length === 0 ? undefined : before.names && new Set([...before.names, ...names]),
    }));
  });
  useChangesSoon(kinds, () => {
    if (isEmpty) void readAgain();
  });
  return others.names?.size ?? Infinity;
}
