import { ifMatch } from '@ecom-crm/openapi/http';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { staleRecord } from '../lib/api-errors';
import { invalidateRecords } from '../live/invalidation';
import type { RecordRef } from '../record/record-types';
import { toastFailure } from '../ui/failure-toast';
import { toast } from '../ui/toast-store';
import { useStatusCommands } from './status-commands';
import { threadStatuses, type ThreadStatus } from './thread-status';

interface StatusOptions<T> {
  record: RecordRef;
  /** The status that the server has. */
  saved: ThreadStatus;
  send: (variables: { id: number; data: { status: ThreadStatus }; headers: ReturnType<typeof ifMatch> }) => Promise<T>;
  /** The query that holds the record. */
  recordKey: QueryKey;
}

/**
 * The status of a record: a choice shows at once, and goes back if the server refuses it. If somebody else has changed
 * the record since, the choice is saved all the same; but it never overwrites a status that somebody else has chosen.
 */
export function useStatus<T extends { status: ThreadStatus }>({ record, saved, send, recordKey }: StatusOptions<T>) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (status: ThreadStatus) => {
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
    onSuccess: ({ changed, isTheirs }) => {
      queryClient.setQueryData(recordKey, changed);
      void invalidateRecords(queryClient, [record], { fresh: recordKey });
      toast(isTheirs ? overtaken(changed.status) : { title: 'Success', description: 'Status updated successfully' });
    },
    onError: (error) => toastFailure(error),
  });
  const status = isPending ? variables : saved;
  const choose = (chosen: ThreadStatus) => mutate(chosen);
  useStatusCommands(status, choose);
  return { status, choose };
}

function overtaken(status: ThreadStatus) {
  const label = threadStatuses.find(({ value }) => value === status)?.label;
  return {
    title: 'Not changed',
    description: `Somebody else has set it to ${label} meanwhile. Choose again to change it.`,
    variant: 'destructive',
  } as const;
}
