import { copyText } from '../text/copy-button';
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
      onClick={() => copyText(window.location.origin + path, 'Link copied')}
    >
      #{recordId}
    </button>
  );
}
