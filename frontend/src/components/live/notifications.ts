import {
  getCountNotificationsQueryKey,
  readNotifications,
  useCountNotifications,
} from '@ecom-crm/openapi/notifications/notifications';
import type { ReadNotificationsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { RecordRef } from '../record/record-types';
import { useChanges } from './change-bus';
import { isBelow } from './invalidation';

/** Where the API has what concerns this person; lists of records ask it which rows have something new. */
export const NOTIFICATIONS = '/api/notifications';
/** A hidden tab has no live connection; how often it asks for the count in its title, ms. */
const HIDDEN_POLL_MS = 60_000;

/** Reads the notifications again where they are shown: some have come, or were read in another tab. */
export function invalidateNotifications(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => isBelow(String(first), NOTIFICATIONS) });
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** How many are unread; undefined until that is known. */
export function useUnreadCount(): number | undefined {
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const { data } = useCountNotifications({
    query: {
      refetchInterval: isHidden && HIDDEN_POLL_MS,
      refetchIntervalInBackground: true,
    },
  });
  return data?.unread;
}

/** Marks notifications as read, here and in all tabs. */
export async function markAsRead(queryClient: QueryClient, what: ReadNotificationsDto): Promise<void> {
  const count = await readNotifications(what);
  queryClient.setQueryData(getCountNotificationsQueryKey(), count);
  await invalidateNotifications(queryClient);
}

/** Marks what concerns a record as read, and the record as seen, while it is on the screen and somebody looks. */
export function useMarkAsSeen(record: RecordRef | undefined): void {
  const queryClient = useQueryClient();
  const { kind, recordId } = record ?? {};
  const unread = useUnreadCount();
  const before = useRef(unread);
  const send = useCallback(() => {
    if (kind === undefined || recordId === undefined) return;
    // Where it fails, it stays unread.
    void markAsRead(queryClient, { kind, recordId }).catch(() => undefined);
  }, [queryClient, kind, recordId]);
  // The browser adds the same listener once only.
  const mark = useCallback(() => {
    if (document.hidden) document.addEventListener('visibilitychange', send, { once: true });
    else send();
  }, [send]);
  useEffect(() => {
    mark();
    return () => document.removeEventListener('visibilitychange', send);
  }, [mark, send]);
  useChanges(kind ? [kind] : [], (changes) => {
    // None are told where very much has changed: then this record may have, too.
    if (changes.length === 0 || changes.some(({ subjectId }) => subjectId === recordId)) mark();
  });
  useEffect(() => {
    if (unread !== undefined && before.current !== undefined && unread > before.current) mark();
    before.current = unread;
  }, [unread, mark]);
}
