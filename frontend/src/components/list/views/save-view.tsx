import { useState } from 'react';
import { useCommands } from '../../commands/commands';
import { lazyPart } from '../../ui/lazy-part';
import { useViews } from './view-tabs';

const ViewDialog = lazyPart(() => import('./view-dialog'), { name: 'The dialog' });

interface SaveViewProps {
  list: string;
  /** Whether there is a button, or only the palette has it: one that came and went with a search would move the list. */
  hasButton: boolean;
}

/** Saves what the list shows as a view, or changes the view that is on the screen. */
export function SaveView({ list, hasButton }: SaveViewProps) {
  const [isOpen, setOpen] = useState(false);
  const { chosen } = useViews(list);
  const label = chosen ? 'Edit view' : 'Save as view';
  useCommands([{ label, group: 'This screen', words: 'filter search', run: () => setOpen(true) }]);
  return (
    <>
      {hasButton && (
        <button
          type="button"
          id="save-view"
          className="filter-link"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {label}
        </button>
      )}
      {isOpen && <ViewDialog list={list} view={chosen} onClose={() => setOpen(false)} />}
    </>
  );
}
