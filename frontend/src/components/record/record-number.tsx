import { copyText } from '../lib/copy-text';
import { recordTypes, type RecordRef } from './record-types';

/** The number of a record; a click copies the address of its page. */
export function RecordNumber({ record: { kind, recordId } }: { record: RecordRef }) {
  const path = recordTypes[kind]?.path(recordId);
  if (!path || !window.isSecureContext) return <span className="record-number muted">#{recordId}</span>;
  return (
    <button
      type="button"
      className="record-number muted hover-fill"
      aria-label={`Copy the link to number ${recordId}`}
      title="Copy link"
      onClick={() => void copyText(window.location.origin + path, 'link', 'Please try again.')}
    >
      #{recordId}
    </button>
  );
}
