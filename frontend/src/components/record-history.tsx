import { RightOutlined } from '@ant-design/icons';
import { useId, useState } from 'react';
import type { RecordRef } from './record-kinds';
import { FailedState } from './states';
import { useLoaded } from './use-loaded';

const loadTimeline = () => import('./history-timeline');

interface RecordHistoryProps {
  record: RecordRef;
  /** Called after a change was taken back, when all is read again. */
  onRestored: () => void;
}

/** What was changed in a record, by whom and when; closed until it is asked for. */
export function RecordHistory({ record, onRestored }: RecordHistoryProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { value: timeline, error, request } = useLoaded(loadTimeline);
  function toggle() {
    setOpen(!isOpen);
    request();
  }
  return (
    <section className="record-history">
      <h2>
        <button type="button" className="disclosure" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <RightOutlined aria-hidden rotate={isOpen ? 90 : 0} /> History
        </button>
      </h2>
      <div id={id}>
        {isOpen && timeline && <timeline.HistoryTimeline record={record} onRestored={onRestored} />}
        {isOpen && error !== undefined && <FailedState text="Failed to load the history" error={error} onRetry={request} />}
      </div>
    </section>
  );
}
