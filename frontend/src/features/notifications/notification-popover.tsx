import { Link } from 'react-router-dom';
import { MarkAllAsRead, NotificationList, useNotifications } from './notification-list';
import { NOTIFICATIONS_PATH } from './notifications-path';

/** Entries behind the bell; the screen has all of them. */
const SHOWN = 20;

/** What the bell opens: the newest notifications. */
export default function NotificationPopover({ headingId, onClose }: { headingId: string; onClose: () => void }) {
  const pages = useNotifications(SHOWN);
  return (
    <>
      <div className="notification-head">
        <h2 id={headingId} tabIndex={-1}>
          Notifications
        </h2>
        <MarkAllAsRead newest={pages.items?.[0]} />
      </div>
      <div className="notification-scroll">
        <NotificationList pages={pages} onOpen={onClose} />
      </div>
      <Link to={NOTIFICATIONS_PATH} className="notification-all hover-fill" onClick={onClose}>
        See all
      </Link>
    </>
  );
}
