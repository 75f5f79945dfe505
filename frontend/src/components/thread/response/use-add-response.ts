import type { CreateResponseDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { changeSetOf } from '@ecom-crm/openapi/http';
import { useQueryClient } from '@tanstack/react-query';
import { useUndoActions } from '../../history/undo-action';
import { isSentBefore } from '../../lib/api-errors';
import type { IdempotencyHeader } from '../../lib/idempotency';
import { invalidateRecords } from '../../live/invalidation';
import { recordPath, type RecordRef } from '../../record/record-types';
import { toastFailure } from '../../toasts/failure-toast';
import { toast } from '../../toasts/toast-store';

type Send<T> = (variables: { id: number; data: CreateResponseDto; headers: IdempotencyHeader }) => Promise<T>;

/** By then the next record is drawn. */
const DRAWN_MS = 200;

/**
 * Adds a response to a thread: it is shown at the end, and the thread is read again for what others have added.
 * `isQuiet` leaves a toast about its success to the caller; with `isLeft` the next record is drawn first.
 */
export function useAddResponse<T extends { id: number }>(record: RecordRef, send: Send<T>) {
  const queryClient = useQueryClient();
  const { undoAction } = useUndoActions();
  return async (
    data: CreateResponseDto,
    headers: IdempotencyHeader,
    { isQuiet = false, isLeft = false } = {},
  ): Promise<T> => {
    try {
      const added = await send({ id: record.recordId, data, headers });
      const show = () => {
        queryClient.setQueryData<T[]>(
          [`${recordPath(record)}/responses`],
          (earlier) => earlier && [...earlier.filter(({ id }) => id !== added.id), added],
        );
        void invalidateRecords(queryClient, [record]);
      };
      if (isLeft) setTimeout(show, DRAWN_MS);
      else show();
      const action = undoAction([changeSetOf(added)]);
      if (!isQuiet) toast({ title: 'Success', description: 'Response added successfully', action });
      return added;
    } catch (error) {
      if (isSentBefore(error)) void invalidateRecords(queryClient, [record]);
      toastFailure(error);
      throw error;
    }
  };
}
