import { changeSetOf, ifMatch } from '@ecom-crm/openapi/http';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { staleRecord } from '../lib/api-errors';
import { invalidateRecords } from '../live/invalidation';
import { useUndoActions } from '../history/undo-action';
import type { RecordRef } from '../record/record-types';
import { toastFailure } from '../toasts/failure-toast';
import { toast } from '../toasts/toast-store';
import { useStatusCommands } from './status-commands';
import { statusLabel, type ThreadStatus } from './thread-status';

export interface StatusOptions<T, Saved extends ThreadStatus | undefined = ThreadStatus> {
  record: RecordRef;
  /** The status that the server has, once it is known. */
  saved: Saved;
  send: (variables: { id: number; data: { status: ThreadStatus }; headers: ReturnType<typeof ifMatch> }) => Promise<T>;
  /** The query that holds the record. */
  recordKey: QueryKey;
}

interface StatusChoice {
  status: ThreadStatus;
  /** Whether a toast about its success is left to the caller. */
  isQuiet: boolean;
}

/**
 * The status of a record: a choice shows at once, and goes back if the server refuses it. If somebody else has changed
 * the record since, the choice is saved all the same; but it never overwrites a status that somebody else has chosen.
 */
export function useStatus<T extends { status: ThreadStatus }, Saved extends ThreadStatus | undefined = ThreadStatus>({
  record,
  saved,
  send,
  recordKey,
}: StatusOptions<T, Saved>) {
  const queryClient = useQueryClient();
  const { undoAction } = useUndoActions();
  const { mutateAsync, isPending, variables } = useMutation({
    // Of another record than this, if the person goes on to the next one in between: that change ends as it began.
    mutationKey: recordKey,
    mutationFn: async ({ status }: StatusChoice) => {
      let base = queryClient.getQueryData<T>(recordKey);
      while (true) {
        try {
          const changed = await send({ id: record.recordId, data: { status }, headers: ifMatch(base) });
          return { changed, isTheirs: false };
        } catch (error) {
          const current = staleRecord(error, base);
          if (current.status !== base?.status && current.status !== status) return { changed: current, isTheirs: true };
          base = current;
        }
      }
    },
    // One after the other: of two quick choices the later one stays.
    scope: { id: JSON.stringify(recordKey) },
    onSuccess: async ({ changed, isTheirs }, { isQuiet }) => {
      // A reading that began before the change would bring the old status back.
      await queryClient.cancelQueries({ queryKey: recordKey });
      queryClient.setQueryData(recordKey, changed);
      void invalidateRecords(queryClient, [record], { fresh: recordKey });
      if (isTheirs) toast(overtaken(changed.status));
      else if (!isQuiet) {
        const action = undoAction(changeSetOf(changed));
        toast({ title: 'Success', description: 'Status updated successfully', action });
      }
    },
    onError: (error) => toastFailure(error),
  });
  const status = isPending ? variables.status : saved;
  const choose = (chosen: ThreadStatus) => void mutateAsync({ status: chosen, isQuiet: false }).catch(() => undefined);
  useStatusCommands(status, choose);
  return {
    status,
    choose,
    /** The same as a part of something larger, which says how it went; answers whether the status is now this one. */
    change: async (wanted: ThreadStatus) => !(await mutateAsync({ status: wanted, isQuiet: true })).isTheirs,
  };
}

function overtaken(status: ThreadStatus) {
  return {
    title: 'Not changed',
    description: `A colleague set it to ${statusLabel(status)}. Choose again to override.`,
    variant: 'destructive',
  } as const;
}
