import { revertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ConflictDto, RevertDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError } from '@ecom-crm/openapi/http';
import { useState, type ReactNode } from 'react';
import { toastFailure } from '../toasts/failure-toast';
import { useConfirm } from '../ui/use-confirm';
import { useUndoActions } from './undo-action';
import { UndoDialog } from './undo-dialog';
import { questionBefore, type UndoTarget } from './undo-question';

interface Undo {
  /** Undoes what one request did, or what it did to one record; asks where that deletes something, touches many records or meets later changes. */
  undo: (target: UndoTarget) => Promise<void>;
  /** The change set that is being undone. */
  undoing: string | undefined;
  /** To be put on the screen. */
  dialogs: ReactNode;
}

/** Undoes changes; `onUndone` is called when what they touch is read again. */
export function useUndo(onUndone?: () => void): Undo {
  const { finishUndo } = useUndoActions();
  const [ask, confirmDialog] = useConfirm();
  const [met, setMet] = useState<{ target: UndoTarget; conflicts: ConflictDto[]; isAgain: boolean }>();
  const [undoing, setUndoing] = useState<string>();

  async function send(target: UndoTarget, how: RevertDto) {
    const hasChosen = Boolean(how.choices?.length || how.otherwise);
    setUndoing(target.changeSet);
    try {
      const done = await revertChangeSet(target.changeSet, { ...how, only: target.only });
      setMet(undefined);
      await finishUndo(done, target.changes, hasChosen);
      onUndone?.();
    } catch (error) {
      const conflicts = error instanceof ApiError ? error.conflicts : [];
      setMet(conflicts.length > 0 ? { target, conflicts, isAgain: Boolean(how.choices?.length) } : undefined);
      if (conflicts.length === 0) toastFailure(error);
    } finally {
      setUndoing(undefined);
    }
  }

  async function undo(target: UndoTarget) {
    const question = questionBefore(target);
    if (!question || (await ask(question))) await send(target, { choices: [] });
  }

  const dialogs = (
    <>
      {confirmDialog}
      {met && (
        <UndoDialog
          key={JSON.stringify(met.conflicts)}
          target={met.target}
          conflicts={met.conflicts}
          isAgain={met.isAgain}
          isSending={undoing !== undefined}
          onChosen={(how) => void send(met.target, how)}
          onCancel={() => setMet(undefined)}
        />
      )}
    </>
  );
  return { undo, undoing, dialogs };
}
