import type { NotificationDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Link } from 'react-router-dom';
import { Avatar, Person } from '../../components/people/person';
import { recordTypes } from '../../components/record/record-types';
import { statusLabel, threadStatuses } from '../../components/thread/thread-status';
import { Codes } from '../../components/ui/codes';
import { TimeAgo } from '../../components/ui/time-ago';

/** One notification: who did what, and the way to the record. */
export function NotificationEntry({ entry, onOpen }: { entry: NotificationDto; onOpen?: () => void }) {
  const { kind, recordId, actorId, title, createdAt, isRead, excerpt, reason } = entry;
  const type = recordTypes[kind];
  const name = title ?? `${type?.noun ?? kind} #${recordId}`;
  return (
    <li className={isRead ? 'notification' : 'notification notification-unread'}>
      <Avatar id={actorId} />
      <div className="notification-body">
        <p className="notification-text">
          {!isRead && <span className="visually-hidden">Unread: </span>}
          <Person id={actorId} /> {verbOf(entry)}{' '}
          {type ? (
            <Link to={type.path(recordId)} dir="auto" onClick={onOpen}>
              <Codes text={name} />
            </Link>
          ) : (
            name
          )}
        </p>
        {excerpt && reason !== 'status' && (
          <p className="notification-excerpt muted" dir="auto">
            {excerpt}
          </p>
        )}
        <TimeAgo time={createdAt} className="small muted" />
      </div>
    </li>
  );
}

const verbs: Record<Exclude<NotificationDto['reason'], 'status'>, string> = {
  mention: 'mentioned you in',
  assigned: 'gave you',
  taken: 'took over',
  unassigned: 'unassigned you from',
  response: 'responded to',
  customer: 'added what the customer wrote to',
  note: 'added a note to',
};

function verbOf({ reason, excerpt }: NotificationDto): string {
  if (reason !== 'status') return verbs[reason];
  const status = threadStatuses.find(({ value }) => value === excerpt)?.value;
  return status ? `set the status to ${statusLabel(status)}:` : 'changed the status of';
}
