import { useRevertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ChangeDto, ConflictDto, RevertChoiceDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError } from '@ecom-crm/openapi/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { invalidateRecords } from '../live/invalidation';
import { RestoreDialog } from './restore-dialog';
import { toastFailure } from '../ui/failure-toast';
import { recordTypes } from '../record/record-types';
import { toast } from '../ui/toast-store';
import { useConfirm } from '../ui/use-confirm';

interface Restore {
  /** Takes back what one request has changed; asks where that deletes something or meets what others did since. */
  restore: (changes: ChangeDto[]) => Promise<void>;
  /** The change set that is being taken back. */
  restoring: string | undefined;
  /** To be put on the screen. */
  dialogs: ReactNode;
}

/** Takes changes back; `onRestored` is called when what they touch is read again. */
export function useRestore(onRestored: () => void): Restore {
  const queryClient = useQueryClient();
  const [ask, confirmDialog] = useConfirm();
  const [met, setMet] = useState<{ changes: ChangeDto[]; conflicts: ConflictDto[]; isAgain: boolean }>();
  const { mutateAsync, isPending, variables } = useRevertChangeSet();

  async function send(changes: ChangeDto[], choices: RevertChoiceDto[]) {
    try {
      const done = await mutateAsync({ changeSet: changes[0]!.changeSet, data: { choices } });
      setMet(undefined);
      toast({
        title: 'Success',
        description: done.changes.length > 0 ? 'Restored successfully' : 'There was nothing left to restore',
      });
    } catch (error) {
      const conflicts = error instanceof ApiError ? error.conflicts : [];
      if (conflicts.length === 0) {
        setMet(undefined);
        toastFailure(error);
        return;
      }
      setMet({ changes, conflicts, isAgain: choices.length > 0 });
      return;
    }
    await invalidateRecords(
      queryClient,
      changes.map(({ subjectKind: kind, subjectId: recordId }) => ({ kind, recordId })),
    );
    onRestored();
  }

  async function restore(changes: ChangeDto[]) {
    const created = changes.find(({ operation }) => operation === 'insert');
    if (!created || (await ask(deletionQuestion(created)))) await send(changes, []);
  }

  const dialogs = (
    <>
      {confirmDialog}
      {met && (
        <RestoreDialog
          key={JSON.stringify(met.conflicts)}
          {...met}
          isSending={isPending}
          onChosen={(choices) => void send(met.changes, choices)}
          onCancel={() => setMet(undefined)}
        />
      )}
    </>
  );
  return { restore, restoring: isPending ? variables.changeSet : undefined, dialogs };
}

function deletionQuestion({ kind, subjectKind }: ChangeDto) {
  const noun = kind === subjectKind ? (recordTypes[kind]?.noun ?? 'record') : 'response';
  return {
    title: 'Restore',
    content: `There was no ${noun} before this change: restoring that deletes it.`,
    okText: 'Restore',
    cancelText: 'Cancel',
    okButtonProps: { danger: true },
  };
}
