import { LazySection } from '../ui/lazy-section';
import type { RecordRef } from '../record/record-types';

const loadTimeline = () => import('./history-timeline');

interface RecordHistoryProps {
  record: RecordRef;
  /** Called after a change was undone, when all is read again. */
  onRestored: () => void;
}

/** What was changed in a record, by whom and when; closed until it is asked for. */
export function RecordHistory({ record, onRestored }: RecordHistoryProps) {
  return (
    <LazySection heading="History" load={loadTimeline} failedText="Failed to load the history">
      {({ HistoryTimeline }) => <HistoryTimeline key={record.recordId} record={record} onUndone={onRestored} />}
    </LazySection>
  );
}
