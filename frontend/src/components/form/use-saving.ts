import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { isSentBefore } from '../lib/api-errors';
import { toastFailure } from '../ui/failure-toast';
import { toast } from '../ui/toast-store';

interface Message {
  title?: string;
  description: string;
}

interface SavingOptions<Data, Sending, Saved> {
  /** Answers what was saved, or undefined where the person thought better of it. */
  send: (data: Data, sending: Sending) => Promise<Saved | undefined>;
  /** Where the cache keeps the record that is changed. */
  recordKey?: QueryKey;
  /** Below these keys the cache is out of date afterwards. */
  outdated: QueryKey[];
  done: Message;
  failed: (error: Error) => Message;
}

/** Saves a record: a toast says what came of it, and the lists that show it are read again. */
export function useSaving<Data, Sending, Saved>({
  send,
  recordKey,
  outdated,
  done,
  failed,
}: SavingOptions<Data, Sending, Saved>) {
  const queryClient = useQueryClient();
  const readAgain = () => outdated.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));
  const { mutateAsync } = useMutation({
    mutationFn: ({ data, sending }: { data: Data; sending: Sending }) => send(data, sending),
    onSuccess: (saved) => {
      if (saved === undefined) return;
      if (recordKey) queryClient.setQueryData(recordKey, saved);
      readAgain();
      toast(done);
    },
    onError: (error) => {
      if (isSentBefore(error)) readAgain();
      toastFailure(error, failed(error));
    },
  });
  return (data: Data, sending: Sending) => mutateAsync({ data, sending });
}
