import { BellOutlined } from '@ant-design/icons';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMediaQuery } from '../../components/lib/use-media-query';
import { useUnreadCount } from '../../components/live/notifications';
import { lazyPart } from '../../components/ui/lazy-part';
import { NOTIFICATIONS_PATH } from './notifications-path';
import { useTitleCount } from './title-count';
import './bell.css';

const NotificationPopover = lazyPart(() => import('./notification-popover'), { name: 'The notifications' });

const PHONE = '(width < 700px)';
/** More than these are not counted to the reader. */
const MAX_SHOWN = 99;

/** How much is unread; it opens the newest, on a phone the screen of all. */
export function Bell() {
  const unread = useUnreadCount() ?? 0;
  const isPhone = useMediaQuery(PHONE);
  useTitleCount(unread);
  return isPhone ? (
    <Link to={NOTIFICATIONS_PATH} className="bell hover-fill">
      <BellContent unread={unread} />
    </Link>
  ) : (
    <BellButton unread={unread} />
  );
}

function BellButton({ unread }: { unread: number }) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="bell hover-fill" title="Notifications (g n)" popoverTarget={id}>
        <BellContent unread={unread} />
      </button>
      <div
        id={id}
        ref={popover}
        popover="auto"
        role="group"
        aria-labelledby={`${id}-heading`}
        className="notification-popover"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <NotificationPopover headingId={`${id}-heading`} onClose={() => popover.current?.hidePopover()} />}
      </div>
    </>
  );
}

function BellContent({ unread }: { unread: number }) {
  return (
    <>
      <BellOutlined aria-hidden />
      <span className="visually-hidden">{unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}</span>
      {unread > 0 && (
        <span className="bell-count" aria-hidden>
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </>
  );
}
