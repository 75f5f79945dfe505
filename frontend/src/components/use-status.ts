import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { serverMessage } from './api-errors';
import { toastFailure } from './failure-toast';
import type { ThreadStatus } from './thread-status';
import { toast } from './toast-store';

interface StatusOptions<T> {
  /** As the server has it. */
  saved: ThreadStatus;
  send: (status: ThreadStatus) => Promise<T>;
  /** Where the cache keeps the record. */
  recordKey: QueryKey;
  /** Below it the cache keeps the lists that show the status too. */
  listKey: QueryKey;
}

/** The status of a record: a choice shows at once, and what the server has is back when it refuses. */
export function useStatus<T extends { status: ThreadStatus }>({ saved, send, recordKey, listKey }: StatusOptions<T>) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: send,
    // One after the other: of two quick choices the later one stays.
    scope: { id: JSON.stringify(recordKey) },
    onSuccess: (record) => {
      queryClient.setQueryData(recordKey, record);
      void queryClient.invalidateQueries({ queryKey: listKey });
      toast({ title: 'Success', description: 'Status updated successfully' });
    },
    onError: (error) => toastFailure(error, { title: 'Error', description: serverMessage(error) }),
  });
  return { status: isPending ? variables : saved, choose: (status: ThreadStatus) => mutate(status) };
}
