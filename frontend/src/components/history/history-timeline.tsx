import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { useId } from 'react';
import { authorOf } from './author';
import { ChangeDetails } from './change-details';
import { MoreOfList } from '../list/more-of-list';
import { PAGE_SIZE, usePages } from '../list/use-pages';
import { LoadingCard } from '../ui/card-skeleton';
import { Time } from '../ui/created-at';
import { recordPath, type RecordRef } from '../record/record-types';
import { EmptyState, FailedState } from '../ui/feedback';
import { useRestore } from './use-restore';
import './history.css';

const FAILED = 'Failed to fetch the history';

/** What one request has changed in a record and its parts. */
interface ChangeSet {
  id: string;
  changes: ChangeDto[];
}

/** The changes of a record, newest first, each with a way back. */
export function HistoryTimeline({ record, onRestored }: { record: RecordRef; onRestored: () => void }) {
  const path = `${recordPath(record)}/history`;
  const pages = usePages<ChangeDto>(path, `${path}?limit=${PAGE_SIZE}`);
  const { restore, restoring, dialogs } = useRestore(onRestored);
  if (pages.isError) return <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />;
  if (!pages.items) return <LoadingCard label="Loading history" />;
  const sets = changeSets(pages.items);
  if (sets.length === 0) return <EmptyState text="No changes yet" />;
  return (
    <>
      <ol className="stack history" aria-label="History">
        {sets.map((set) => (
          <ChangeSetItem
            key={set.id}
            set={set}
            isRestoring={restoring === set.id}
            onRestore={() => restore(set.changes)}
          />
        ))}
      </ol>
      <MoreOfList pages={pages} failedText={FAILED} />
      {dialogs}
    </>
  );
}

interface ItemProps {
  set: ChangeSet;
  isRestoring: boolean;
  onRestore: () => void;
}

function ChangeSetItem({ set, isRestoring, onRestore }: ItemProps) {
  const id = useId();
  const [change] = set.changes as [ChangeDto];
  return (
    <li className="card history-item">
      <div className="head-row">
        <p id={id}>
          <Time time={change.at} /> <span className="muted">{authorOf(change)}</span>
        </p>
        <Button aria-describedby={id} loading={isRestoring} onClick={onRestore}>
          Restore
        </Button>
      </div>
      {set.changes.map((change) => (
        <ChangeDetails key={change.cursor} change={change} />
      ))}
    </li>
  );
}

function changeSets(changes: ChangeDto[]): ChangeSet[] {
  const sets = new Map<string, ChangeSet>();
  for (const change of changes) {
    const set = sets.get(change.changeSet) ?? { id: change.changeSet, changes: [] };
    set.changes.push(change);
    sets.set(set.id, set);
  }
  return [...sets.values()];
}
