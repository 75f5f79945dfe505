import { useState } from 'react';
import { useChanges } from '../live/change-bus';
import type { RecordRef } from '../record/record-types';
import type { ThreadStatus } from './thread-status';

/**
 * The status of a record, once somebody else has set another one; undefined again when the person sets one here, or
 * `dismiss` says that they know it. Not who: what is told of a change does not name its fields.
 */
export function useTheirStatus({ kind, recordId }: RecordRef, saved: ThreadStatus, isChanging: boolean) {
  const [known, setKnown] = useState(saved);
  const [isTheirs, setTheirs] = useState(false);
  useChanges([kind], (changes) => {
    const isMissed = changes.length === 0;
    if (isMissed || changes.some((change) => change.kind === kind && change.recordId === recordId)) setTheirs(true);
  });
  if (isTheirs && isChanging) setTheirs(false);
  if (!isTheirs && saved !== known) setKnown(saved);
  return { theirStatus: saved === known ? undefined : saved, dismiss: () => setTheirs(false) };
}
