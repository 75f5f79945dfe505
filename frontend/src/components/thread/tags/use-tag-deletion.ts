import type { TagDto, TotalsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { readTotals } from '@ecom-crm/openapi/statistics/statistics';
import { useDeleteTag } from '@ecom-crm/openapi/tags/tags';
import { useQueryClient } from '@tanstack/react-query';
import { useUndoActions } from '../../history/undo-action';
import { invalidateRecords } from '../../live/invalidation';
import { recordTypes } from '../../record/record-types';
import { toast, UNDO } from '../../toasts/toast-store';

/** Deletes a tag; the toast gives it back to all that had it. */
export function useTagDeletion() {
  const queryClient = useQueryClient();
  const { undoDeletion } = useUndoActions();
  const { mutateAsync, isPending, error } = useDeleteTag();
  async function remove({ id, name }: Pick<TagDto, 'id' | 'name'>, label = UNDO): Promise<void> {
    await mutateAsync({ id });
    void invalidateRecords(queryClient, [{ kind: 'tag' }, ...threadKinds().map((kind) => ({ kind }))]);
    toast({ description: `Tag “${name}” deleted`, action: { ...undoDeletion({ kind: 'tag', recordId: id }), label } });
  }
  return { remove, isPending, error };
}

/** How many threads have a tag. */
export async function countTagged(id: number): Promise<Pick<TotalsDto, 'total' | 'isExact'>> {
  const counts = await Promise.all(threadKinds().map((kind) => readTotals(kind, { tag: String(id) })));
  return {
    total: counts.reduce((sum, { total }) => sum + total, 0),
    isExact: counts.every(({ isExact }) => isExact),
  };
}

function threadKinds() {
  const threads = Object.values(recordTypes).filter(({ isThread }) => isThread);
  return threads.map(({ kind }) => kind as Parameters<typeof readTotals>[0]);
}
