import { RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Item } from '../list/item/item';
import { ItemFacts } from '../list/item/item-facts';
import { Avatar } from '../people/person';
import type { ListView } from '../list/list-view';
import { Codes } from '../ui/codes';
import { LinkButton } from '../ui/link-button';
import { TAGS_ON_ROW, TagPills } from './tags/tag-pill';
import { threadStatuses, type ThreadStatus } from './thread-status';
import './thread-card.css';

/** What a list shows of a question, a problem and the like. */
interface Thread {
  id: number;
  title: string;
  description: string;
  status: ThreadStatus;
  createdAt: string;
  createdById: number;
  responseCount?: number;
  images?: string[];
  assigneeId?: number;
  tagIds?: number[];
}

interface ThreadCardProps {
  view: ListView;
  /** Starts the ids of the elements within, such as `problem-7`. */
  cardId: string;
  thread: Thread;
  /** Where its details are. */
  path: string;
  /** Buttons next to the link to its details. */
  actions?: (headingId: string) => ReactNode;
}

/** A question or a problem in its list. */
export function ThreadCard({ view, cardId, thread, path, actions }: ThreadCardProps) {
  const { id, title, description, status, createdAt, createdById, responseCount, images, assigneeId, tagIds } = thread;
  const headingId = `${cardId}-title`;
  const isRow = view === 'rows';
  const assignee = assigneeId && <Avatar id={assigneeId} named />;
  return (
    <Item
      view={view}
      id={cardId}
      kind="thread"
      title={title}
      path={path}
      isDone={status === 'resolved'}
      text={
        <>
          {((!isRow && assigneeId) || tagIds) && (
            <p className="item-marks">
              <TagPills tagIds={tagIds} most={TAGS_ON_ROW} />
              {!isRow && assignee}
            </p>
          )}
          <p className="item-text" dir="auto">
            <Codes text={description} />
          </p>
        </>
      }
      images={images}
    >
      <StatusPill status={status} isShort={isRow} />
      <ItemFacts id={id} responseCount={responseCount} userId={createdById} time={createdAt} />
      {isRow && <span className="item-assignee">{assignee}</span>}
      <div className="item-actions">
        {actions?.(headingId)}
        <LinkButton
          id={`${cardId}-details`}
          type="text"
          size="small"
          to={path}
          icon={isRow ? <RightOutlined aria-hidden /> : undefined}
          aria-label={isRow ? 'View Details' : undefined}
          title={isRow ? 'View Details' : undefined}
          aria-describedby={headingId}
        >
          {isRow ? undefined : 'View Details'}
        </LinkButton>
      </div>
    </Item>
  );
}

/** The status of a thread; `isShort` shows its name alone. */
function StatusPill({ status, isShort }: { status: ThreadStatus; isShort: boolean }) {
  const text = `Status: ${status}`;
  return (
    <p className={`thread-status thread-status-${status}`}>
      {isShort ? (
        <>
          <span aria-hidden>{threadStatuses.find(({ value }) => value === status)?.label}</span>
          <span className="visually-hidden">{text}</span>
        </>
      ) : (
        text
      )}
    </p>
  );
}
