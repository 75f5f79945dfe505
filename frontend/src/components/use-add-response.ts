import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { serverMessage } from './api-errors';
import { toastFailure } from './failure-toast';
import { toast } from './toast-store';

interface AddResponseOptions<T> {
  send: (response: string) => Promise<T>;
  /** Where the cache keeps the responses. */
  responsesKey: QueryKey;
}

/** Adds a response to a thread: it is shown at the end, and the thread is read again for what others have added. */
export function useAddResponse<T>({ send, responsesKey }: AddResponseOptions<T>): (response: string) => Promise<T> {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: send,
    onSuccess: (added) => {
      queryClient.setQueryData<T[]>(responsesKey, (earlier) => earlier && [...earlier, added]);
      void queryClient.invalidateQueries({ queryKey: responsesKey });
      toast({ title: 'Success', description: 'Response added successfully' });
    },
    onError: (error) => toastFailure(error, { title: 'Error', description: serverMessage(error) }),
  });
  return mutateAsync;
}
