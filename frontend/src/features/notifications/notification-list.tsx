import type { NotificationDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { focusIfLost } from '../../components/lib/focus-if-lost';
import { markAsRead, NOTIFICATIONS, useUnreadCount } from '../../components/live/notifications';
import { MoreOfList } from '../../components/list/more-of-list';
import { usePages, type Pages } from '../../components/list/use-pages';
import { toastFailure } from '../../components/toasts/failure-toast';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { NotificationEntry } from './notification-text';
import './notification-list.css';

const FAILED = 'Your notifications could not be loaded.';

/** Reads them page by page, newest first. */
export function useNotifications(pageSize: number): Pages<NotificationDto> {
  return usePages<NotificationDto>(NOTIFICATIONS, `${NOTIFICATIONS}?limit=${pageSize}`);
}

interface NotificationListProps {
  pages: Pages<NotificationDto>;
  /** Whether further pages can be asked for. */
  hasMore?: boolean;
  onOpen?: () => void;
}

/** What colleagues did, newest first, in each of the states of a list. */
export function NotificationList({ pages, hasMore = false, onOpen }: NotificationListProps) {
  if (pages.isError) return <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />;
  if (!pages.items) return <LoadingCard label="Loading notifications" />;
  if (pages.items.length === 0)
    return (
      <EmptyState
        text="No notifications yet"
        hint="Mentions are told here, and what happens to records you take part in."
      />
    );
  return (
    <>
      <ol className="notification-list" aria-label="Notifications">
        {pages.items.map((entry) => (
          <NotificationEntry key={entry.id} entry={entry} onOpen={onOpen} />
        ))}
      </ol>
      {hasMore && <MoreOfList pages={pages} failedText={FAILED} />}
    </>
  );
}

/** Marks all that are shown, and all before, as read. */
export function MarkAllAsRead({ newest }: { newest: NotificationDto | undefined }) {
  const queryClient = useQueryClient();
  const unread = useUnreadCount();
  if (!newest || !unread) return null;
  const fail = (error: unknown) =>
    toastFailure(error, { title: 'Error', description: 'Could not mark the notifications as read' });
  return (
    <Button
      size="small"
      type="text"
      onClick={({ currentTarget }) => {
        // The button goes.
        const heading = currentTarget.parentElement?.querySelector<HTMLElement>('h1, h2') ?? null;
        void markAsRead(queryClient, { until: newest.id }).then(() => focusIfLost(() => heading), fail);
      }}
    >
      Mark all as read
    </Button>
  );
}
