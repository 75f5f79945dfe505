import { useReducer } from 'react';
import { useReleaseShortcuts } from '../commands/shortcut-hold';
import { useDataSinceMount } from './use-data-since-mount';
import { RecordScreen } from './record-screen';
import { RecordState, type RecordStateProps } from './record-state';
import type { RecordRef } from './record-types';

interface RecordEditProps<T> extends RecordStateProps<T> {
  record: RecordRef;
  /** Where the record is shown, and where its list is. */
  paths: { detail: (id: number) => string; list: string };
  title: string;
  query: RecordStateProps<T>['query'] & { isFetchedAfterMount: boolean };
}

/** A screen that edits a record: its form starts from what the server has now. */
export function RecordEdit<T>({ record, paths, title, query, children, ...texts }: RecordEditProps<T>) {
  const [round, startAgain] = useReducer((before: number) => before + 1, 0);
  const now = useDataSinceMount(query);
  useReleaseShortcuts(now !== undefined || query.isError);
  return (
    <RecordScreen
      back={query.data ? paths.detail(record.recordId) : paths.list}
      title={title}
      record={query.data && record}
      startAgain={startAgain}
    >
      <RecordState query={{ ...query, data: now }} {...texts}>
        {(data) => <div key={`${record.recordId} ${round}`}>{children(data)}</div>}
      </RecordState>
    </RecordScreen>
  );
}
