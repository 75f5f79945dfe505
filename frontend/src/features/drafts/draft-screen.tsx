import { Button } from 'antd';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { discardDraft, draftPath, watchDrafts, type ListedDraft } from '../../components/drafts/draft-list';
import { useOpenDraft } from '../../components/drafts/draft-navigation';
import { DraftOwner } from '../../components/drafts/draft-owner';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { EmptyState } from '../../components/ui/feedback';
import { ScreenHead } from '../../components/ui/screen-head';
import { TimeAgo } from '../../components/ui/time-ago';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast, UNDO } from '../../components/toasts/toast-store';
import './drafts.css';

/** The drafts of this browser: opens and discards them. */
export function DraftScreen() {
  const owner = useContext(DraftOwner);
  const [drafts, setDrafts] = useState<ListedDraft[]>();
  useEffect(() => watchDrafts(owner, setDrafts), [owner]);
  const list = useRef<HTMLDivElement>(null);

  async function restore(undo: () => Promise<void>) {
    try {
      await undo();
      // The person may have gone to another screen.
      toast({ description: 'Draft restored' });
    } catch (error) {
      toastFailure(error);
    }
  }
  async function discard({ page }: ListedDraft) {
    // The button goes: without this the keyboard would start from the top of the page.
    list.current?.focus();
    const undo = await discardDraft({ owner, page });
    toast({
      description: 'Draft discarded',
      action: { label: UNDO, onClick: () => restore(undo) },
    });
  }
  return (
    <div className="drafts">
      <ScreenHead back="/" backLabel="Dashboard" title="Drafts" />
      <p className="muted">What you typed and have not saved yet. Drafts are kept in this browser.</p>
      <div ref={list} tabIndex={-1}>
        {!drafts && <LoadingCard label="Loading your drafts" />}
        {drafts?.length === 0 && <EmptyState text="No drafts" />}
        {drafts && drafts.length > 0 && (
          <ul className="card draft-rows">
            {drafts.map((draft) => (
              <DraftRow key={draft.page} draft={draft} onDiscard={() => void discard(draft)} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function DraftRow({ draft, onDiscard }: { draft: ListedDraft; onDiscard: () => void }) {
  const { page, heading, excerpt, savedAt } = draft;
  const openDraft = useOpenDraft();
  const id = useId();
  // Two drafts of one form are told apart by their records.
  const number = /\/(\d+)(?=\/|$)/.exec(draftPath(page))?.[1];
  return (
    <li className="draft-row">
      <div>
        <Link id={id} className="draft-row-heading" to={draftPath(page)} state={{ draft: page }} dir="auto">
          {heading}
          {number && !heading.includes(`#${number}`) && ` #${number}`}
        </Link>
        {excerpt && (
          <p className="draft-row-excerpt small muted" dir="auto">
            {excerpt}
          </p>
        )}
      </div>
      {savedAt > 0 && <TimeAgo className="small muted" time={new Date(savedAt).toISOString()} />}
      <Button size="small" aria-describedby={id} onClick={() => openDraft(page)}>
        Open
      </Button>
      <Button size="small" type="text" aria-describedby={id} onClick={onDiscard}>
        Discard
      </Button>
    </li>
  );
}
