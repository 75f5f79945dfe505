import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { isSentBefore, serverMessage } from '../lib/api-errors';
import { toastFailure } from '../ui/failure-toast';
import { toast } from '../ui/toast-store';

interface AddResponseOptions<T> {
  send: (response: string, request: RequestInit) => Promise<T>;
  /** Where the cache keeps the responses. */
  responsesKey: QueryKey;
}

/** Adds a response to a thread: it is shown at the end, and the thread is read again for what others have added. */
export function useAddResponse<T extends { id: number }>({
  send,
  responsesKey,
}: AddResponseOptions<T>): (response: string, request: RequestInit) => Promise<T> {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ response, request }: { response: string; request: RequestInit }) => send(response, request),
    onSuccess: (added) => {
      queryClient.setQueryData<T[]>(
        responsesKey,
        (earlier) => earlier && [...earlier.filter(({ id }) => id !== added.id), added],
      );
      void queryClient.invalidateQueries({ queryKey: responsesKey });
      toast({ title: 'Success', description: 'Response added successfully' });
    },
    onError: (error) => {
      if (isSentBefore(error)) void queryClient.invalidateQueries({ queryKey: responsesKey });
      toastFailure(error, { title: 'Error', description: serverMessage(error) });
    },
  });
  return (response, request) => mutateAsync({ response, request });
}
