import { Button } from 'antd';
import type { FormDraft, Notice } from './drafts';
import { useOpenDraft } from './draft-navigation';
import './drafts.css';

/** Says where the content of a form comes from, with what can be done about it; holds the question asked before leaving. */
export function DraftNotice({ draft }: { draft: Pick<FormDraft<never>, 'notice' | 'leaveDialog' | 'discard'> }) {
  const { notice, leaveDialog, discard } = draft;
  const openDraft = useOpenDraft();
  return (
    <div className={notice && 'draft-notice'}>
      <p role="status">{notice && textOf(notice)}</p>
      {notice?.kind === 'restored' && (
        <Button
          onClick={(event) => {
            // The button goes: without this the keyboard would start from the top of the page.
            focusHeading(event.currentTarget);
            discard();
          }}
        >
          Discard draft
        </Button>
      )}
      {(notice?.kind === 'elsewhere' || notice?.kind === 'earlier') && (
        <Button
          onClick={(event) => {
            focusHeading(event.currentTarget);
            openDraft(notice.page);
          }}
        >
          Continue the draft
        </Button>
      )}
      {leaveDialog}
    </div>
  );
}

function textOf(notice: Notice): string {
  if (notice.kind === 'elsewhere') return 'You have a draft open in another tab.';
  if (notice.kind === 'earlier') return 'You have an earlier draft. What you type here is kept as another one.';
  if (notice.kind === 'moved') return 'You continued this draft in another tab.';
  const outdated = ' It was changed after you started; conflicts are shown when you save.';
  return `Your draft was restored.${notice.isOutdated ? outdated : ''}`;
}

function focusHeading(button: HTMLElement): void {
  button.closest('main')?.querySelector('h1')?.focus();
}
