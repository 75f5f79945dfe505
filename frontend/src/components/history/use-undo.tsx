import { getRevertChangeSetUrl, useRevertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ConflictDto, RevertDto, RevertedDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError, http } from '@ecom-crm/openapi/http';
import { useState, type ReactNode } from 'react';
import { toastFailure } from '../toasts/failure-toast';
import { useConfirm } from '../ui/use-confirm';
import { useUndoActions } from './undo-action';
import { UndoDialog } from './undo-dialog';
import { questionBefore, type ChangeRef, type UndoTarget } from './undo-texts';

interface Undo {
  /** Undoes what one request did; asks where that deletes something, touches many records or meets later changes. */
  undo: (target: UndoTarget) => Promise<void>;
  /** The change set that is being undone. */
  undoing: string | undefined;
  /** To be put on the screen. */
  dialogs: ReactNode;
}

/** A dry run names so many changes at most. */
const MAX_ANSWERED = 1000;

/**
 * Tries out how many records undoing would touch, delete and bring back: the history of one record shows nothing of the
 * others. What was changed since is left out, as it would stop the try.
 */
async function countRecords(target: UndoTarget): Promise<UndoTarget> {
  const how: RevertDto = { otherwise: 'keep' };
  const { changes } = await http<RevertedDto>(`${getRevertChangeSetUrl(target.changeSet)}?dryRun=true`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(how),
  });
  const records = new Set(changes.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`)).size;
  const ofRecords = changes.filter(({ kind, subjectKind }) => kind === subjectKind);
  const count = (done: ChangeRef['operation']) => ofRecords.filter(({ operation }) => operation === done).length;
  // What undoing deletes was created, and the other way round.
  return {
    ...target,
    records,
    created: count('delete'),
    deleted: count('insert'),
    isMore: changes.length >= MAX_ANSWERED,
    hasOtherKinds: changes.some(({ subjectKind }) => subjectKind !== target.changes[0]?.subjectKind),
  };
}

/** Undoes changes; `onUndone` is called when what they touch is read again. */
export function useUndo(onUndone?: () => void): Undo {
  const { finishUndo } = useUndoActions();
  const [ask, confirmDialog] = useConfirm();
  const [met, setMet] = useState<{ target: UndoTarget; conflicts: ConflictDto[]; isAgain: boolean }>();
  const { mutateAsync, isPending, variables } = useRevertChangeSet();
  const [counting, setCounting] = useState<string>();

  async function send(target: UndoTarget, how: RevertDto) {
    const hasChosen = Boolean(how.choices?.length || how.otherwise);
    try {
      const done = await mutateAsync({ changeSet: target.changeSet, data: how });
      setMet(undefined);
      await finishUndo(done, target.changes, hasChosen);
      onUndone?.();
    } catch (error) {
      const conflicts = error instanceof ApiError ? error.conflicts : [];
      setMet(conflicts.length > 0 ? { target, conflicts, isAgain: Boolean(how.choices?.length) } : undefined);
      if (conflicts.length === 0) toastFailure(error);
    }
  }

  async function undo(target: UndoTarget) {
    const counted = target.records === undefined ? await count(target) : target;
    if (!counted) return;
    const question = questionBefore(counted);
    if (!question || (await ask(question))) await send(counted, { choices: [] });
  }

  /** Nothing is undone where nobody knows how much that is. */
  async function count(target: UndoTarget): Promise<UndoTarget | undefined> {
    setCounting(target.changeSet);
    try {
      return await countRecords(target);
    } catch (error) {
      toastFailure(error);
      return undefined;
    } finally {
      setCounting(undefined);
    }
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
          isSending={isPending}
          onChosen={(how) => void send(met.target, how)}
          onCancel={() => setMet(undefined)}
        />
      )}
    </>
  );
  return { undo, undoing: isPending ? variables.changeSet : counting, dialogs };
}
