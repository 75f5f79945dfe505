import type { AnswerDto, AnswerDtoStatus, AnsweredDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getAnswerWithUpdateUrl, useAnswerWithUpdate } from '@ecom-crm/openapi/updates/updates';
import { getListQueueQueryKey } from '@ecom-crm/openapi/queue/queue';
import { http } from '@ecom-crm/openapi/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useUndoActions } from '../../components/history/undo-action';
import { hasStatus, isAnswerLost } from '../../components/lib/api-errors';
import { idempotency, newIdempotencyKey } from '../../components/lib/idempotency';
import { invalidateEverything, refetchShown } from '../../components/live/invalidation';
import { LONG_CHANGE } from '../../components/toasts/long-changes';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';
import type { ItemFilter } from './item-filter';

/** What was done to the items, by the status that they got. */
const DONE: Record<AnswerDtoStatus, string> = {
  open: 'answered and opened',
  in_progress: 'answered and set in progress',
  resolved: 'answered and resolved',
};

interface Outcome {
  /** Called after the panel is gone, too. */
  onSent: () => void;
  onDone: () => void;
  onFailed: (error: unknown) => void;
}

const JSON_BODY = { 'Content-Type': 'application/json' };

/** Sends an update as the answer to open items; `preview` is how many a filter holds, if that is wanted, or why nobody knows. */
export function useAnswerItems(id: number, filter: ItemFilter, { isPreviewed }: { isPreviewed: boolean }) {
  const queryClient = useQueryClient();
  const { undoAction } = useUndoActions();
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const { data, error } = useQuery({
    queryKey: ['/api/queue', 'preview', id, filter],
    queryFn: () =>
      http<AnsweredDto>(`${getAnswerWithUpdateUrl(id, filter)}&dryRun=true`, {
        method: 'POST',
        headers: JSON_BODY,
        body: '{}',
      }),
    enabled: isPreviewed && isFiltered,
  });
  // Sent again as it was after an answer that was lost, it is known by its key and done once.
  const sent = useRef<{ what: string; key: string; filter: ItemFilter; isLost?: boolean; onSent?: () => void }>(
    undefined,
  );
  const { mutate, isPending } = useAnswerWithUpdate({
    mutation: {
      meta: LONG_CHANGE,
      onSuccess: ({ answered, skipped, changeSet }, { data: { status } }) => {
        sent.current?.onSent?.();
        sent.current = undefined;
        const done = status && answered > 0 ? DONE[status] : 'answered';
        const left = skipped > 0 ? ` ${skipped} no longer fitted the choice.` : '';
        toast({
          title: 'Success',
          description: `${answered} ${answered === 1 ? 'item' : 'items'} ${done}.${left}`,
          action: answered > 0 ? undoAction([changeSet], { isLarge: answered > 1 }) : undefined,
        });
        void invalidateEverything(queryClient).then(() => refetchShown(queryClient));
      },
      onError: (error) => {
        toastFailure(error);
        if (sent.current && isAnswerLost(error)) sent.current.isLost = true;
        // A refused request did nothing. But a lost one before it may have, where its key was not even looked at.
        if (isAnswerLost(error) || (sent.current?.isLost && hasStatus(error, 401, 429))) return;
        sent.current = undefined;
        void queryClient.refetchQueries({ queryKey: [getListQueueQueryKey()[0]], type: 'active' });
      },
    },
  });
  function answer(body: AnswerDto, { onSent, onDone, onFailed }: Outcome) {
    const what = JSON.stringify([body, filter]);
    if (sent.current?.what !== what) sent.current = { what, key: newIdempotencyKey(), filter };
    sent.current.onSent = onSent;
    mutate(
      { id, data: body, params: filter, headers: idempotency(sent.current.key) },
      { onSuccess: onDone, onError: onFailed },
    );
  }
  /** Whether something was sent with this filter that may have been done: nobody knows yet. */
  const isUnanswered = () => sent.current?.filter === filter;
  return { preview: { count: data?.answered, error }, isSending: isPending, answer, isUnanswered };
}
