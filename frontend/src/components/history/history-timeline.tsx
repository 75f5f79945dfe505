import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { useId } from 'react';
import { Author } from './author';
import { ChangeDetails, deedOf } from './change-details';
import { MoreOfList } from '../list/more-of-list';
import { PAGE_SIZE, usePages } from '../list/use-pages';
import { LoadingCard } from '../ui/card-skeleton';
import { TimeAgo } from '../ui/time-ago';
import { recordPath, type RecordRef } from '../record/record-types';
import { EmptyState, FailedState } from '../ui/feedback';
import { nounOf } from './undo-texts';
import { useUndo } from './use-undo';
import './history.css';

const FAILED = 'Failed to fetch the history';

/** What one request has changed in a record and its parts. */
interface ChangeSet {
  id: string;
  changes: ChangeDto[];
}

/** The changes of a record, newest first, each with a way back. Other records that were changed together with it stay as they are. */
export function HistoryTimeline({ record, onUndone }: { record: RecordRef; onUndone: () => void }) {
  const path = `${recordPath(record)}/history`;
  const pages = usePages<ChangeDto>(path, `${path}?limit=${PAGE_SIZE}`);
  const { undo, undoing, dialogs } = useUndo(onUndone);
  if (pages.isError) return <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />;
  if (!pages.items) return <LoadingCard label="Loading history" />;
  const sets = changeSets(pages.items);
  const isGone = pages.items.find(isOfRecord)?.operation === 'delete';
  if (sets.length === 0) return <EmptyState text="No changes yet" />;
  return (
    <>
      <ol className="stack history" aria-label="History">
        {sets.map((set) => (
          <ChangeSetItem
            key={set.id}
            set={set}
            isGone={isGone}
            isUndoing={undoing.includes(set.id)}
            onUndo={() => void undo({ changeSet: set.id, changes: set.changes, only: record })}
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
  /** Whether the record is deleted. */
  isGone: boolean;
  isUndoing: boolean;
  onUndo: () => void;
}

function ChangeSetItem({ set, isGone, isUndoing, onUndo }: ItemProps) {
  const id = useId();
  const [change] = set.changes as [ChangeDto];
  const isOne = set.changes.length === 1;
  const created = set.changes.find((one) => isOfRecord(one) && one.operation === 'insert');
  return (
    <li className="card history-item">
      <div className="head-row">
        <p id={id}>
          {isOne && <b className="history-deed">{deedOf(change)}</b>} <Author change={change} />{' '}
          <TimeAgo time={change.at} className="muted" />
        </p>
        {!(created && isGone) && (
          <Button aria-describedby={id} size="small" type="text" loading={isUndoing} onClick={onUndo}>
            {created ? `Delete this ${nounOf(created)}…` : 'Undo this change'}
          </Button>
        )}
      </div>
      {set.changes.map((change) => (
        <ChangeDetails key={change.cursor} change={change} hasDeed={!isOne} />
      ))}
    </li>
  );
}

/** Not of a part of it, such as a response. */
const isOfRecord = ({ kind, subjectKind }: ChangeDto): boolean => kind === subjectKind;

function changeSets(changes: ChangeDto[]): ChangeSet[] {
  const sets = new Map<string, ChangeSet>();
  for (const change of changes) {
    const set = sets.get(change.changeSet) ?? { id: change.changeSet, changes: [] };
    set.changes.push(change);
    sets.set(set.id, set);
  }
  return [...sets.values()];
}
