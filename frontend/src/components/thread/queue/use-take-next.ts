import type { QueueFilters } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { changeSetOf } from '@ecom-crm/openapi/http';
import { takeNext } from '@ecom-crm/openapi/queue/queue';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUndoActions } from '../../history/undo-action';
import { idempotency, newIdempotencyKey } from '../../lib/idempotency';
import { invalidateRecords } from '../../live/invalidation';
import { isTyping } from '../../lib/is-typing';
import { recordTypes } from '../../record/record-types';
import { toastFailure } from '../../toasts/failure-toast';
import { toast } from '../../toasts/toast-store';
import { QUEUE_PATH } from './queue-path';

/**
 * Gives the person what has waited longest, of what the filters of a list leave, and opens it. Who has it is no filter:
 * nobody has it yet.
 */
export function useTakeNext({ assignee: _assignee, ...filters }: QueueFilters) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { openAction, undoAction } = useUndoActions();
  const isTaking = useRef(false);
  // Pressed again after a lost answer it is known by its key, and takes nothing else.
  const sent = useRef<{ what: string; key: string }>(undefined);
  return async () => {
    if (isTaking.current) return;
    isTaking.current = true;
    const { pathname } = window.location;
    try {
      const what = JSON.stringify(filters);
      if (sent.current?.what !== what) sent.current = { what, key: newIdempotencyKey() };
      const headers = idempotency(sent.current.key);
      const taken = await queryClient
        .getMutationCache()
        .build(queryClient, { mutationFn: () => takeNext(filters, headers) })
        .execute(undefined);
      sent.current = undefined;
      const path = taken && recordTypes[taken.kind]?.path(taken.id);
      if (!taken || !path) return toast({ description: 'Nothing waits that nobody has taken' });
      const record = { kind: taken.kind, recordId: taken.id };
      void invalidateRecords(queryClient, [record]);
      const isElsewhere = window.location.pathname !== pathname || isTyping();
      const action = isElsewhere ? openAction(record) : undoAction([changeSetOf(taken)], { title: taken.title });
      toast({ description: `“${taken.title}” is yours`, action });
      if (!isElsewhere) void navigate(path, { state: { from: QUEUE_PATH } });
    } catch (error) {
      toastFailure(error);
    } finally {
      isTaking.current = false;
    }
  };
}
