import { useState } from 'react';
import { useChanges, type LiveChange } from '../live/change-bus';
import { recordTypes } from '../record/record-types';
import { ChangesButton } from './changes-button';
import type { Pages } from './use-pages';

interface RefreshPillProps {
  pages: Pages<unknown>;
  /** The kinds of records that the list is about; left out, all. */
  kinds?: readonly string[];
  /** Whether the list shows such a change. */
  shows?: (change: LiveChange) => boolean;
}

/** Offers to read a list of changes again once others have changed more: no list moves by itself. An empty one is read at once. */
export function RefreshPill({ pages: { items, readAt, readAgain }, kinds, shows = () => true }: RefreshPillProps) {
  const [changedAt, setChangedAt] = useState(0);
  useChanges(kinds ?? Object.keys(recordTypes), (changes) => {
    // None are named after too many were missed.
    if (changes.length > 0 && !changes.some(shows)) return;
    if (items?.length === 0) void readAgain();
    else setChangedAt(Date.now());
  });
  const isNew = readAt !== undefined && changedAt > readAt;
  return <ChangesButton count={isNew ? 'some' : 0} readAgain={readAgain} />;
}
