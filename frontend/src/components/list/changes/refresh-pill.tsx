import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useChanges, type LiveChange } from '../../live/change-bus';
import { recordTypes } from '../../record/record-types';
import { ChangesButton } from './changes-button';
import type { Pages } from '../use-pages';

interface RefreshPillProps {
  pages: Pages<unknown>;
  /** The kinds of records that the list is about; left out, all. */
  kinds?: readonly string[];
  /** Whether the list shows such a change. */
  shows?: (change: LiveChange) => boolean;
}

/** Offers to read a list of changes again once others have changed more: no list moves by itself. An empty one is read at once. */
export function RefreshPill({ pages, kinds, shows = () => true }: RefreshPillProps) {
  const { source, items, readAt, readAgain } = pages;
  const queryClient = useQueryClient();
  // Kept with the list: one who comes back to it sees it as it was, and once more was read it does not count as stale.
  const queryKey = ['changedAt', source.firstPage];
  const { data: changedAt = 0 } = useQuery<number>({ queryKey, queryFn: skipToken });
  useChanges(kinds ?? Object.keys(recordTypes), (changes) => {
    // None are named after too many were missed.
    if (changes.length > 0 && !changes.some(shows)) return;
    if (items?.length === 0) void readAgain();
    else queryClient.setQueryData(queryKey, Date.now());
  });
  const isNew = readAt !== undefined && changedAt > readAt;
  return <ChangesButton count={isNew ? 'some' : 0} readAgain={readAgain} />;
}
