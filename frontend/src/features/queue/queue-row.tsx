import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/people/person';
import { recordTypes } from '../../components/record/record-types';
import type { QueueItem } from '../../components/thread/queue/queue-api';
import { TAGS_ON_ROW, TagPills } from '../../components/thread/tags/tag-pill';
import { useIsSnoozed } from '../../components/thread/queue/use-is-snoozed';
import { Waiting } from '../../components/thread/queue/waiting';
import { statusLabel } from '../../components/thread/thread-status';
import { responsesText } from '../../components/list/item/item-facts';
import { Codes } from '../../components/ui/codes';
import { formatDateTime, TimeAgo } from '../../components/ui/time-ago';

interface QueueRowProps {
  item: QueueItem;
  isChosen: boolean;
  onChoose: (item: QueueItem) => void;
}

/** The id of the link of a row. */
export function rowId({ kind, id }: Pick<QueueItem, 'kind' | 'id'>): string {
  return `queue-${kind}-${id}`;
}

/** One thing to do. */
export const QueueRow = memo(function QueueRow({ item, isChosen, onChoose }: QueueRowProps) {
  const { kind, id, title, status, createdAt, waitingSince, assigneeId, snoozedUntil, tagIds, responseCount } = item;
  const type = recordTypes[kind];
  const Icon = type?.count.icon;
  const isSnoozed = useIsSnoozed(snoozedUntil);
  return (
    <li
      className={isChosen ? 'queue-row queue-row-chosen' : 'queue-row'}
      onFocus={() => onChoose(item)}
      // Clicks next to the link choose the row.
      onClick={(event) => {
        if (!(event.target as Element).closest('a')) document.getElementById(rowId(item))?.focus();
      }}
    >
      <span className="queue-waiting">{waitingSince && <Waiting kind={kind} since={waitingSince} />}</span>
      <span className="queue-kind" title={type?.noun}>
        <span aria-hidden>{Icon && <Icon />}</span>
        <span className="visually-hidden">{type?.noun ?? kind}</span>
      </span>
      <span className="queue-main">
        <Link id={rowId(item)} to={type?.path(id) ?? '#'} className="queue-title" dir="auto">
          <Codes text={title} />
        </Link>
        <TagPills tagIds={tagIds} most={TAGS_ON_ROW} />
        {isSnoozed && snoozedUntil && (
          <span className="queue-until small muted">Until {formatDateTime(snoozedUntil)}</span>
        )}
      </span>
      <span className="queue-facts small muted">
        <span className={`thread-status thread-status-${status}`}>{statusLabel(status)}</span>
        <span className="queue-responses">{responseCount > 0 && responsesText(responseCount)}</span>
        <TimeAgo time={createdAt} className="queue-age" />
      </span>
      <span className="queue-assignee">{assigneeId && <Avatar id={assigneeId} named />}</span>
    </li>
  );
});
