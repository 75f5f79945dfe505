import { revertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ConflictDto, RevertDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError } from '@ecom-crm/openapi/http';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { focusIfLost } from '../lib/focus-if-lost';
import { useIsThere } from '../lib/use-is-there';
import { useConfirm } from '../ui/confirm/use-confirm';
import { useUndoActions } from './undo-action';
import { UndoDialog } from './undo-dialog';
import { questionBefore, type UndoTarget } from './undo-question';

interface Undo {
  /**
   * Undoes what one request did, or what it did to one record; asks where that deletes something, touches many records or
   * meets later changes. Where the button goes, the focus goes to its `entry`.
   */
  undo: (target: UndoTarget, entry?: HTMLElement | null) => Promise<void>;
  /** The change sets that are being undone. */
  undoing: readonly string[];
  /** To be put on the screen. */
  dialogs: ReactNode;
}

/** What is undone, and what leads the focus back if it is lost by that. */
interface Pressed {
  target: UndoTarget;
  keepFocus: () => void;
}

/** Later changes that an undo has met. */
interface Met extends Pressed {
  conflicts: ConflictDto[];
  isAgain: boolean;
}

/** Undoes changes; `onUndone` is called when what they touch is read again. */
export function useUndo(onUndone?: () => void): Undo {
  const { finishUndo, failUndo } = useUndoActions();
  const isThere = useIsThere();
  const [ask, confirmDialog] = useConfirm();
  const [allMet, setMet] = useState<Met[]>([]);
  const [undoing, setUndoing] = useState<readonly string[]>([]);
  const [met] = allMet;
  const lastPressed = useRef<Pressed>(undefined);
  const isAsking = met !== undefined;
  useEffect(() => {
    // The dialog takes the focus along when it goes.
    if (isAsking) return () => lastPressed.current?.keepFocus();
    return undefined;
  }, [isAsking]);

  const forget = (changeSet: string) => setMet((all) => all.filter(({ target }) => target.changeSet !== changeSet));

  async function send(pressed: Pressed, how: RevertDto) {
    const hasChosen = Boolean(how.choices?.length || how.otherwise);
    const { target, keepFocus } = pressed;
    const { changeSet } = target;
    setUndoing((all) => [...all, changeSet]);
    try {
      const done = await revertChangeSet(changeSet, { ...how, only: target.only });
      forget(changeSet);
      await finishUndo(done, target.changes, hasChosen);
      onUndone?.();
      // The list is read again: the button may have gone with the old one, after the dialog.
      keepFocus();
    } catch (error) {
      const conflicts = error instanceof ApiError ? error.conflicts : [];
      forget(changeSet);
      if (conflicts.length > 0 && isThere.current)
        setMet((all) => [...all, { ...pressed, conflicts, isAgain: Boolean(how.choices?.length) }]);
      else failUndo(error);
    } finally {
      setUndoing((all) => all.filter((one) => one !== changeSet));
    }
  }

  async function undo(target: UndoTarget, entry?: HTMLElement | null) {
    if (undoing.includes(target.changeSet)) return;
    const opener = document.activeElement as HTMLElement;
    const pressed = { target, keepFocus: () => focusIfLost(() => placeOf(opener, entry)) };
    lastPressed.current = pressed;
    const question = questionBefore(target);
    if (!question || (await ask(question))) await send(pressed, { choices: [] });
  }

  const dialogs = (
    <>
      {confirmDialog}
      {met && (
        <UndoDialog
          key={met.target.changeSet + JSON.stringify(met.conflicts)}
          target={met.target}
          conflicts={met.conflicts}
          isAgain={met.isAgain}
          isSending={undoing.includes(met.target.changeSet)}
          onChosen={(how) => void send(met, how)}
          onCancel={() => forget(met.target.changeSet)}
        />
      )}
    </>
  );
  return { undo, undoing, dialogs };
}

/** Where one goes on after an undo: its button, or what there is in its place. */
function placeOf(opener: HTMLElement, entry: HTMLElement | null | undefined): HTMLElement | null {
  if (entry?.isConnected) return entry.querySelector('button') ?? entry;
  return opener.isConnected ? opener : document.querySelector('main h1');
}
