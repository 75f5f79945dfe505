import { changeWatch, getReadWatchQueryKey, useReadWatch } from '@ecom-crm/openapi/notifications/notifications';
import type { WatchDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '../../toasts/failure-toast';
import { Fact } from './fact';
import { apiNameOf, type RecordRef } from '../record-types';

/** Whether the person is told what happens to a record, and the button that mutes it. */
export function WatchFact({ record }: { record: RecordRef }) {
  const queryClient = useQueryClient();
  const path = apiNameOf(record);
  const { data } = useReadWatch(path, record.recordId);
  const key = getReadWatchQueryKey(path, record.recordId);
  const { mutate, isPending, variables } = useMutation({
    mutationKey: key,
    mutationFn: (next: WatchDto) => changeWatch(path, record.recordId, next),
    // One after the other: of two quick presses the later one stays.
    scope: { id: JSON.stringify(key) },
    onSuccess: (saved) => queryClient.setQueryData(key, saved),
    onError: (error) => toastFailure(error, { title: 'Error', description: 'Could not change your notifications' }),
  });
  const isWatching = (isPending ? variables : data)?.isWatching ?? false;
  return (
    <Fact label="Notify me">
      <button
        type="button"
        role="switch"
        aria-checked={isWatching}
        aria-label="Notify me of responses and changes of the status"
        title="Mentions and what is given to you or taken from you reach you in any case"
        className="watch-switch hover-fill"
        // Keeps its place until it is known.
        style={data ? undefined : { visibility: 'hidden' }}
        onClick={() => mutate({ isWatching: !isWatching })}
      >
        {isWatching ? 'On' : 'Off'}
      </button>
    </Fact>
  );
}
