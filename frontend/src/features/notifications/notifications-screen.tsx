import { PAGE_SIZE } from '../../components/list/use-pages';
import { ScreenHead } from '../../components/ui/screen-head';
import { MarkAllAsRead, NotificationList, useNotifications } from './notification-list';

/** All notifications of the person who is signed in. */
export function NotificationsScreen() {
  const pages = useNotifications(PAGE_SIZE);
  return (
    <div className="notifications-screen">
      <ScreenHead back="/" backLabel="Dashboard" title="Notifications">
        <MarkAllAsRead newest={pages.items?.[0]} />
      </ScreenHead>
      <NotificationList pages={pages} hasMore />
    </div>
  );
}
