import { useViewers } from './presence';
import { useUserName } from './use-user-name';
import type { RecordRef } from '../record/record-types';

const names = new Intl.ListFormat('en');

/** Says who else has the record open, in a place that is kept free for it. */
export function PresenceBar({ record }: { record: RecordRef | undefined }) {
  const viewers = useViewers(record);
  const nameOf = useUserName();
  const emails = viewers.map(({ userEmail }) => userEmail).join(', ');
  const who = names.format(viewers.map(({ userId, userEmail }) => nameOf(userId, userEmail)));
  return (
    <p role="status" className="presence-bar small muted" title={emails || undefined}>
      {who && `${who} ${viewers.length === 1 ? 'is' : 'are'} viewing this too`}
    </p>
  );
}
