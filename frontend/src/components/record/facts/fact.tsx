import type { ReactNode } from 'react';
import { Avatar, Person } from '../../people/person';
import { AgeOrDate, formatDateTime } from '../../ui/time-ago';
import './fact.css';

/** One line of what belongs to a record, within a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt dir="auto">{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

interface CreatedProps {
  createdById: number;
  createdAt: string;
}

/** Who made a record, and when. */
export function CreatedFacts({ createdById, createdAt }: CreatedProps) {
  return (
    <>
      <Fact label="By">
        <Avatar id={createdById} /> <Person id={createdById} />
      </Fact>
      <Fact label="Created">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </Fact>
    </>
  );
}

/** What somebody wrote: who and when above it. */
export function Message({
  createdById,
  createdAt,
  verb,
  children,
}: CreatedProps & { verb?: ReactNode; children: ReactNode }) {
  return (
    <div className="message">
      <Avatar id={createdById} />
      <div className="message-body">
        <p className="message-head">
          <Person id={createdById} />{' '}
          <span className="small muted">
            {verb} <AgeOrDate time={createdAt} />
          </span>
        </p>
        {children}
      </div>
    </div>
  );
}
