import { useContext, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { DRAFTS_PATH } from './draft-paths';

/** Leads to the list of drafts and says how many there are. */
export function DraftsLink({ className, onClick }: { className: string; onClick: () => void }) {
  const count = useDraftCount(useContext(DraftOwner));
  return (
    <Link to={DRAFTS_PATH} className={className} onClick={onClick}>
      {count ? `Drafts (${count})` : 'Drafts'}
    </Link>
  );
}

/** What reads drafts is no part of the first view. */
function useDraftCount(owner: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('../../components/drafts/draft-list')
      .then(({ watchDrafts }) => {
        if (!isGone) stop = watchDrafts(owner, (drafts) => setCount(drafts.length));
      })
      // Without a network there is no count, until the next visit.
      .catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [owner]);
  return count;
}
