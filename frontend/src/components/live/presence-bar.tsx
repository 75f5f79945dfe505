import { useViewers } from './presence';
import type { RecordRef } from '../record/record-types';

/** Says who else has the record open, in a place that is kept free for it. */
export function PresenceBar({ record }: { record: RecordRef | undefined }) {
  const emails = useViewers(record).join(', ');
  return (
    <p role="status" className="presence-bar small muted" title={emails || undefined}>
      {emails && `Also open: ${emails}`}
    </p>
  );
}
