import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { useDrafts } from '../../components/drafts/draft-list';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { DRAFTS_PATH } from './draft-paths';

/** Leads to the list of drafts and says how many there are. */
export function DraftsLink({ className, onClick }: { className: string; onClick: () => void }) {
  const count = useDrafts(useContext(DraftOwner))?.length;
  return (
    <Link to={DRAFTS_PATH} className={className} onClick={onClick}>
      {count ? `Drafts (${count})` : 'Drafts'}
    </Link>
  );
}
