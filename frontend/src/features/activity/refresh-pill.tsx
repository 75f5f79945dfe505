import { useState } from 'react';
import type { Pages } from '../../components/list/use-pages';
import { useChanges } from '../../components/live/change-bus';
import { recordTypes } from '../../components/record/record-types';

/** Offers to read what changed again once others have changed more: the list never moves by itself. */
export function RefreshPill({ pages: { readAt, readAgain } }: { pages: Pages<unknown> }) {
  const [changedAt, setChangedAt] = useState(0);
  useChanges(Object.keys(recordTypes), () => setChangedAt(Date.now()));
  function refresh() {
    window.scrollTo(0, 0);
    // The button goes.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    void readAgain();
  }
  return (
    <div role="status" className="activity-news">
      {readAt !== undefined && changedAt > readAt && (
        <button type="button" className="activity-news-button" onClick={refresh}>
          New changes · Refresh
        </button>
      )}
    </div>
  );
}
