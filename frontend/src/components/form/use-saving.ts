import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { changeSetSince, useUndoActions } from '../history/undo-action';
import { isSentBefore } from '../lib/api-errors';
import { invalidateRecords, showSaved } from '../live/invalidation';
import { toastFailure } from '../toasts/failure-toast';
import { toast, type ToastAction } from '../toasts/toast-store';

interface Message {
  title?: string;
  description: string;
}

interface SavingOptions<Args extends unknown[], Saved> {
  /** What the change log calls the record. */
  kind: string;
  /** Answers the saved record, or undefined if the person goes on typing after all. */
  send: (...args: Args) => Promise<Saved | undefined>;
  /** The query that holds the record, if it is changed. */
  recordKey?: QueryKey;
  /** The toast, which undoes it as well; without an action of its own it opens what is new. */
  done: Message & { action?: ToastAction };
  /** Left out, the server's own words. */
  failed?: (error: unknown) => Message;
}

/** Saves a record, says the result in a toast, and invalidates what shows the record. */
export function useSaving<Args extends unknown[], Saved extends { id: number }>({
  kind,
  send,
  recordKey,
  done,
  failed,
}: SavingOptions<Args, Saved>): (...args: Args) => Promise<Saved | undefined> {
  const queryClient = useQueryClient();
  const { undoAction, openAction } = useUndoActions();
  return async (...args) => {
    try {
      const saved = await send(...args);
      if (!saved) return undefined;
      const record = { kind, recordId: saved.id };
      // A new record has no earlier version.
      const changeSet = changeSetSince(recordKey && queryClient.getQueryData(recordKey), saved);
      if (recordKey) await showSaved(queryClient, record, { recordKey, saved });
      else void invalidateRecords(queryClient, [record]);
      toast({ undo: undoAction([changeSet]), action: recordKey ? undefined : openAction(record), ...done });
      return saved;
    } catch (error) {
      if (isSentBefore(error)) void invalidateRecords(queryClient, [{ kind }]);
      toastFailure(error, failed?.(error));
      throw error;
    }
  };
}
