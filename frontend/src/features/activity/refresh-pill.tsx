import { useState } from 'react';
import { ChangesButton } from '../../components/list/changes-button';
import type { Pages } from '../../components/list/use-pages';
import { useChanges } from '../../components/live/change-bus';
import { recordTypes } from '../../components/record/record-types';

/** Offers to read what changed again once others have changed more: the list never moves by itself. */
export function RefreshPill({ pages: { readAt, readAgain } }: { pages: Pages<unknown> }) {
  const [changedAt, setChangedAt] = useState(0);
  useChanges(Object.keys(recordTypes), () => setChangedAt(Date.now()));
  const isNew = readAt !== undefined && changedAt > readAt;
  return <ChangesButton count={isNew ? 'some' : 0} readAgain={readAgain} />;
}
