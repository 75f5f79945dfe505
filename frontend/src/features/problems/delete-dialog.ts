import {
  getListProblemResponsesQueryKey,
  getListProblemsQueryKey,
  getReadProblemQueryKey,
  useDeleteProblem,
} from '@ecom-crm/openapi/problems/problems';
import { useQueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../components/api-errors';
import { toastFailure } from '../../components/failure-toast';
import { toast } from '../../components/toast-store';
import type { useConfirm } from '../../components/use-confirm';
import { removeFromPages } from '../../components/use-pages';

/** Asks in a dialog of the screen. */
export type Ask = ReturnType<typeof useConfirm>[0];

/** Deletes a problem, but asks first: answers what opens the dialog. */
export function useDeleteDialog(id: number, ask: Ask): () => void {
  const { mutateAsync: deleteProblem } = useProblemDeletion();
  return () =>
    void ask({
      title: 'Delete Problem',
      content: 'Are you sure you want to delete this problem? This action cannot be undone.',
      okText: 'Delete',
      okButtonProps: { danger: true },
      cancelText: 'Cancel',
      // The dialog closes either way; a toast says what came of it.
      onOk: () => deleteProblem({ id }).catch(() => undefined),
      afterClose: focusHeadingIfLost,
    });
}

function useProblemDeletion() {
  const queryClient = useQueryClient();
  return useDeleteProblem({
    mutation: {
      onSuccess: (_answer, { id }) => {
        removeFromPages(queryClient, '/api/problems', id);
        queryClient.removeQueries({ queryKey: getReadProblemQueryKey(id) });
        queryClient.removeQueries({ queryKey: getListProblemResponsesQueryKey(id) });
        toast({ title: 'Success', description: 'Problem deleted successfully' });
      },
      onError: (error) => {
        // Somebody else was faster.
        if (hasStatus(error, 404)) void queryClient.invalidateQueries({ queryKey: getListProblemsQueryKey() });
        toastFailure(error, { description: 'Failed to delete problem' });
      },
    },
  });
}

/** Milliseconds in which the list is drawn without the card. */
const DRAWN_AFTER_MS = 100;

// The button that opened the dialog gets the focus back, and goes with its card.
function focusHeadingIfLost(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }, DRAWN_AFTER_MS);
}
