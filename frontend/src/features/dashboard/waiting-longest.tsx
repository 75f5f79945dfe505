import { useState } from 'react';
import { Link } from 'react-router-dom';
import { getListQueueUrl } from '@ecom-crm/openapi/queue/queue';
import { noteShown } from '../../components/list/shown-list';
import { usePages, type Pages } from '../../components/list/use-pages';
import { allLists, recordTypes } from '../../components/record/record-types';
import { QUEUE_API, type QueueItem } from '../../components/thread/queue/queue-api';
import { QUEUE_PATH } from '../../components/thread/queue/queue-path';
import { Waiting } from '../../components/thread/queue/waiting';
import { Codes } from '../../components/ui/codes';
import { PartFailed } from './part-failed';

const SHOWN = 5;
/** So many are gone through from one to the next. */
const READ = 20;
const FAILED = 'What is waiting could not be loaded.';
const OLDEST_OPEN = 'status=open&sort=oldest';

/** Whose customers wait longest; from one of them the next is a key away. */
export function WaitingLongest({ hasNotice }: { hasNotice: boolean }) {
  const pages = useQueuePart();
  const waiting = shownOf(pages);
  return (
    <section className="card dashboard-panel" aria-labelledby="waiting-heading">
      <div className="head-row">
        <h2 id="waiting-heading">Waiting longest</h2>
        <nav className="dashboard-lists small" aria-label="All that is open">
          <Link to={QUEUE_PATH}>Queue</Link>
          {Object.values(recordTypes)
            .filter(({ isThread }) => isThread)
            .map(({ kind, count }) => (
              <Link key={kind} to={`${count.path}?${OLDEST_OPEN}`}>
                {count.label}
              </Link>
            ))}
        </nav>
      </div>
      {pages.isError && <PartFailed hasNotice={hasNotice} text={FAILED} error={pages.error} onRetry={pages.retry} />}
      {waiting?.length === 0 && <p className="dashboard-sum muted">Nobody waits.</p>}
      <QueueLines items={waiting} pages={pages} />
    </section>
  );
}

/** What is one's own, and what nobody has taken; each only where it says something that is not on the screen already. */
export function OwnAndUnassigned({ hasNotice }: { hasNotice: boolean }) {
  const mine = useQueuePart('me');
  const unassigned = useQueuePart('none');
  const all = useQueuePart();
  const longest = shownOf(all);
  const own = mine.items?.slice(0, SHOWN);
  const free = shownOf(unassigned);
  const isRead = [mine, unassigned, all].every(({ items, isError }) => items ?? isError);
  const [wasRead, setWasRead] = useState(false);
  if (isRead && !wasRead) setWasRead(true);
  if (!isRead && !wasRead) return <div hidden aria-busy />;
  // It failed, or is tried again; a failure of everything is said once.
  const isMissing = ({ items }: Pages<QueueItem>) => !items && hasNotice;
  return (
    <>
      {(own?.length || isMissing(mine)) && <QueuePanel heading="Mine" assignee="me" items={own} pages={mine} />}
      {((longest && free?.length && namesOf(free) !== namesOf(longest)) || isMissing(unassigned)) && (
        <QueuePanel heading="Unassigned" assignee="none" items={free} pages={unassigned} />
      )}
    </>
  );
}

interface QueuePanelProps {
  heading: string;
  assignee: string;
  items: QueueItem[] | undefined;
  pages: Pages<QueueItem>;
}

function QueuePanel({ heading, assignee, items, pages }: QueuePanelProps) {
  const id = `${assignee}-heading`;
  return (
    <section className="card dashboard-panel" aria-labelledby={id}>
      <div className="head-row">
        <h2 id={id}>{heading}</h2>
        <Link to={`${QUEUE_PATH}?assignee=${assignee}`} className="small" aria-label={`All: ${heading}`}>
          All
        </Link>
      </div>
      {pages.isError && <PartFailed hasNotice text={FAILED} error={pages.error} onRetry={pages.retry} />}
      <QueueLines items={items} pages={pages} />
    </section>
  );
}

/** A line for each: the first five of what was read. */
function QueueLines({ items, pages }: { items: QueueItem[] | undefined; pages: Pages<QueueItem> }) {
  return (
    <ol className="dashboard-list dashboard-waiting" aria-busy={!items && !pages.isError}>
      {items?.map(({ kind, id, title, waitingSince }) => (
        <li key={`${kind} ${id}`}>
          <Link
            to={recordTypes[kind]?.path(id) ?? '/'}
            onClick={() => noteShown(pages.source, allLists())}
            className="dashboard-text"
            dir="auto"
          >
            <Codes text={title} />
          </Link>
          {waitingSince && <Waiting kind={kind} since={waitingSince} />}
        </li>
      ))}
    </ol>
  );
}

function useQueuePart(assignee?: string): Pages<QueueItem> {
  return usePages<QueueItem>(QUEUE_API, getListQueueUrl({ assignee, limit: READ }));
}

/** Whether it is known whose customers wait, or that this could not be read. */
export function useIsWorkShown(): boolean {
  const { items, isError } = useQueuePart();
  return items !== undefined || isError;
}

/** The first whose customers wait. */
function shownOf({ items }: Pages<QueueItem>): QueueItem[] | undefined {
  return items?.filter(({ waitingSince }) => waitingSince).slice(0, SHOWN);
}

function namesOf(items: QueueItem[]): string {
  return items.map(({ kind, id }) => `${kind} ${id}`).join();
}
