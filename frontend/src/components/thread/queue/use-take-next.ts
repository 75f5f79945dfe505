import type { QueueFilters } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { takeNext } from '@ecom-crm/openapi/queue/queue';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { idempotency, newIdempotencyKey } from '../../lib/idempotency';
import { invalidateRecords } from '../../live/invalidation';
import { recordTypes } from '../../record/record-types';
import { toastFailure } from '../../toasts/failure-toast';
import { toast } from '../../toasts/toast-store';

/**
 * Gives the person what has waited longest, of what the filters of a list leave, and opens it. Who has it is no filter:
 * nobody has it yet.
 */
export function useTakeNext({ assignee: _assignee, ...filters }: QueueFilters) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isTaking = useRef(false);
  return async () => {
    if (isTaking.current) return;
    isTaking.current = true;
    try {
      const headers = idempotency(newIdempotencyKey());
      const taken = await queryClient
        .getMutationCache()
        .build(queryClient, { mutationFn: () => takeNext(filters, headers) })
        .execute(undefined);
      const path = taken && recordTypes[taken.kind]?.path(taken.id);
      if (!taken || !path) return toast({ description: 'Nothing waits that nobody has taken' });
      void invalidateRecords(queryClient, [{ kind: taken.kind, recordId: taken.id }]);
      void navigate(path);
    } catch (error) {
      toastFailure(error);
    } finally {
      isTaking.current = false;
    }
  };
}
