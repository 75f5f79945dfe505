import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ifMatch } from '@ecom-crm/openapi/http';
import {
  getListProblemResponsesQueryKey,
  getReadProblemQueryKey,
  readProblem,
  useDeleteProblem,
} from '@ecom-crm/openapi/problems/problems';
import { useQueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../components/lib/api-errors';
import { toastFailure } from '../../components/toasts/failure-toast';
import { focusHeadingIfLost } from '../../components/history/deletion/focus-heading';
import { useUndoActions } from '../../components/history/undo-action';
import { invalidateRecords } from '../../components/live/invalidation';
import { sameValues } from '../../components/lib/same-values';
import { toast } from '../../components/toasts/toast-store';
import type { useConfirm } from '../../components/ui/confirm/use-confirm';
import { removeFromPages } from '../../components/list/use-pages';
import { withImageAddresses } from './problem-images';

const CHANGED = 'Somebody else has changed this problem. Look at it again before you delete it.';

/** Asks in a dialog of the screen. */
export type Ask = ReturnType<typeof useConfirm>[0];

/** Deletes a problem as it is shown, but asks first: answers the function that opens the dialog. `onDeleted` leaves a screen that has nothing to show then. */
export function useDeleteDialog(problem: ProblemDto, ask: Ask, onDeleted?: () => void): () => void {
  const remove = useProblemDeletion(onDeleted);
  return () =>
    void ask({
      title: 'Delete Problem',
      subject: problem.title,
      content: 'Are you sure you want to delete this problem? This action cannot be undone.',
      okText: 'Delete',
      okButtonProps: { danger: true },
      cancelText: 'Cancel',
      // The dialog closes either way; a toast says the result.
      onOk: () => remove(problem),
      afterClose: focusHeadingIfLost,
    });
}

class ChangedSinceShown extends Error {}

function useProblemDeletion(onDeleted?: () => void): (shown: ProblemDto) => Promise<void> {
  const queryClient = useQueryClient();
  const { mutateAsync } = useDeleteProblem();
  const { undoDeletion } = useUndoActions();

  // A list tells no versions: the problem as it is now is compared with what the list shows, and only then deleted.
  async function deleteAsShown({ responseCount: _ofList, ...shown }: ProblemDto) {
    const problem = await readProblem(shown.id, withImageAddresses);
    if (!sameValues(problem, shown)) throw new ChangedSinceShown(CHANGED);
    await mutateAsync({ id: shown.id, headers: ifMatch(problem) });
  }
  return async (shown) => {
    const { id } = shown;
    try {
      await deleteAsShown(shown);
      onDeleted?.();
      removeFromPages(queryClient, '/api/problems', id);
      queryClient.removeQueries({ queryKey: getReadProblemQueryKey(id) });
      queryClient.removeQueries({ queryKey: getListProblemResponsesQueryKey(id) });
      void invalidateRecords(queryClient, [{ kind: 'problem', recordId: id }]);
      const action = undoDeletion({ kind: 'problem', recordId: id });
      toast({ title: 'Success', description: 'Problem deleted successfully', action });
    } catch (error) {
      const isChanged = error instanceof ChangedSinceShown || hasStatus(error, 412);
      // Somebody else was faster.
      if (isChanged || hasStatus(error, 404)) void invalidateRecords(queryClient, [{ kind: 'problem', recordId: id }]);
      toastFailure(error, { description: isChanged ? CHANGED : 'Failed to delete problem' });
    }
  };
}
