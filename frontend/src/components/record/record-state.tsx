import { useDeferredValue, type ReactNode } from 'react';
import { hasStatus } from '../lib/api-errors';
import { FailedState } from '../ui/feedback';
import { MissingRecord } from './missing-record';
import './record-screen.css';

export interface RecordStateProps<T> {
  query: { data: T | undefined; error: unknown; isError: boolean; isEnabled: boolean; refetch: () => Promise<unknown> };
  missingText: string;
  failedText: string;
  children: (record: T) => ReactNode;
}

/** Whether there is no such record, or none any longer. */
export function isMissing({ isEnabled, error }: RecordStateProps<unknown>['query']): boolean {
  return !isEnabled || hasStatus(error, 400, 404);
}

/** One record in each of its states: loading, missing, failed and there. */
export function RecordState<T>({ query, missingText, failedText, children }: RecordStateProps<T>) {
  const { data, error, isError, refetch } = query;
  // The first drawing of a record is the long one, and done in slices; what changes in it later shows at once.
  const isThere = useDeferredValue(data !== undefined);
  if (isMissing(query)) {
    return <MissingRecord text={missingText} hasHistory={data !== undefined} onRestored={() => void refetch()} />;
  }
  if (data !== undefined && isThere) return children(data);
  if (isError) return <FailedState text={failedText} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="record-loading">
      <p role="status" className="muted">
        Loading...
      </p>
      <div className="card text-skeleton" aria-hidden>
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}
