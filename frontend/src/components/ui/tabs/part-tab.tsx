import { formatCount } from '../time-ago';
import './status-tabs.css';

interface PartTabProps {
  label: string;
  count: number;
  /** What else is known of the part. */
  note?: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** Chooses a part of what is on the screen. It looks like the tabs of a list, which are links; this is a button. */
export function PartTab({ label, count, note, isChosen, onChoose }: PartTabProps) {
  return (
    <button type="button" className="status-tab" aria-pressed={isChosen} onClick={onChoose}>
      {label}{' '}
      <span className="status-tab-total">
        {formatCount(count)}
        {note && ` · ${note}`}
      </span>
    </button>
  );
}
