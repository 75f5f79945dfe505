import type { ReactNode } from 'react';
import { LinkButton } from '../ui/link-button';
import type { ThreadStatus } from './thread-status';
import './thread.css';

interface ThreadCardProps {
  /** Starts the ids of the elements within, such as `problem-7`. */
  cardId: string;
  title: string;
  description: string;
  status: ThreadStatus;
  /** Where its details are. */
  path: string;
  /** What stands between the description and the status. */
  children?: ReactNode;
  /** Buttons next to the link to its details. */
  actions?: (headingId: string) => ReactNode;
}

/** A question or a problem in its list. */
export function ThreadCard({ cardId, title, description, status, path, children, actions }: ThreadCardProps) {
  const headingId = `${cardId}-title`;
  return (
    <article className="card list-card" aria-labelledby={headingId}>
      <h2 id={headingId} className="two-lines list-card-title">
        {title}
      </h2>
      <p className="two-lines muted thread-card-description">{description}</p>
      {children}
      <div className="thread-card-foot">
        <p className={`thread-status thread-status-${status}`}>Status: {status}</p>
        <div className="thread-card-actions">
          <LinkButton id={`${cardId}-details`} to={path} aria-describedby={headingId}>
            View Details
          </LinkButton>
          {actions?.(headingId)}
        </div>
      </div>
    </article>
  );
}
