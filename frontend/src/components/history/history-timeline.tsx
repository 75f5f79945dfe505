import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fetchPage } from '@ecom-crm/openapi/http';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useId } from 'react';
import { authorOf } from './author';
import { ChangeDetails } from './change-details';
import { Time } from '../ui/created-at';
import { recordPath, type RecordRef } from '../record/record-types';
import { EmptyState, FailedState } from '../ui/feedback';
import { useRestore } from './use-restore';
import './history.css';

const PAGE_SIZE = 50;

/** What one request has changed in a record and its parts. */
interface ChangeSet {
  id: string;
  changes: ChangeDto[];
}

/** The changes of a record, newest first, each with a way back. */
export function HistoryTimeline({ record, onRestored }: { record: RecordRef; onRestored: () => void }) {
  const path = `${recordPath(record)}/history`;
  const query = useInfiniteQuery({
    queryKey: [path, 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<ChangeDto>(pageParam, { signal }),
    initialPageParam: `${path}?limit=${PAGE_SIZE}`,
    getNextPageParam: (page) => page.next,
  });
  const { restore, restoring, dialogs } = useRestore(onRestored);
  const { data, error, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const retry = () => void (query.isFetchNextPageError ? fetchNextPage() : refetch());
  if (!data && isError) return <FailedState text="Failed to fetch the history" error={error} onRetry={retry} />;
  if (!data) return <Loading />;
  const sets = changeSets(data.pages.flatMap(({ items }) => items));
  if (sets.length === 0) return <EmptyState text="No changes yet" />;
  return (
    <>
      <ol className="history" aria-label="History">
        {sets.map((set) => (
          <ChangeSetItem
            key={set.id}
            set={set}
            isRestoring={restoring === set.id}
            onRestore={() => restore(set.changes)}
          />
        ))}
      </ol>
      {isError && <FailedState text="Failed to fetch the history" error={error} onRetry={retry} />}
      {hasNextPage && !isError && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {dialogs}
    </>
  );
}

function ChangeSetItem({
  set,
  isRestoring,
  onRestore,
}: {
  set: ChangeSet;
  isRestoring: boolean;
  onRestore: () => void;
}) {
  const id = useId();
  const [change] = set.changes as [ChangeDto];
  return (
    <li className="card history-item">
      <div className="history-head">
        <p id={id}>
          <Time time={change.at} /> <span className="history-who">{authorOf(change)}</span>
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

function Loading() {
  return (
    <div aria-busy="true">
      <p role="status" className="visually-hidden">
        Loading history
      </p>
      <div className="card history-item" aria-hidden>
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </div>
    </div>
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
