import { ifMatch } from '@ecom-crm/openapi/http';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { serverMessage, staleRecord } from '../lib/api-errors';
import { toastFailure } from '../ui/failure-toast';
import { threadStatuses, type ThreadStatus } from './thread-status';
import { toast } from '../ui/toast-store';

interface StatusOptions<T> {
  /** As the server has it. */
  saved: ThreadStatus;
  send: (status: ThreadStatus, request: RequestInit) => Promise<T>;
  /** Where the cache keeps the record. */
  recordKey: QueryKey;
  /** Below it the cache keeps the lists that show the status too. */
  listKey: QueryKey;
}

/**
 * The status of a record: a choice shows at once, and what the server has is back when it refuses. If somebody else has
 * changed the record meanwhile, it is saved all the same; but not over a status that somebody else has chosen.
 */
export function useStatus<T extends { status: ThreadStatus }>({ saved, send, recordKey, listKey }: StatusOptions<T>) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (chosen: ThreadStatus) => {
      let base = queryClient.getQueryData<T>(recordKey);
      while (true) {
        try {
          return { record: await send(chosen, ifMatch(base)), isTheirs: false };
        } catch (error) {
          const current = staleRecord(error, base);
          if (current.status !== base?.status && current.status !== chosen) return { record: current, isTheirs: true };
          base = current;
        }
      }
    },
    // One after the other: of two quick choices the later one stays.
    scope: { id: JSON.stringify(recordKey) },
    onSuccess: ({ record, isTheirs }) => {
      queryClient.setQueryData(recordKey, record);
      void queryClient.invalidateQueries({ queryKey: listKey });
      toast(isTheirs ? overtaken(record.status) : { title: 'Success', description: 'Status updated successfully' });
    },
    onError: (error) => toastFailure(error, { title: 'Error', description: serverMessage(error) }),
  });
  return { status: isPending ? variables : saved, choose: (status: ThreadStatus) => mutate(status) };
}

function overtaken(status: ThreadStatus) {
  const label = threadStatuses.find(({ value }) => value === status)?.label;
  return {
    title: 'Not changed',
    description: `Somebody else has set it to ${label} meanwhile. Choose again to change it.`,
    variant: 'destructive',
  } as const;
}
