import { getListWebhooksQueryKey } from '@ecom-crm/openapi/webhooks/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { isBelow } from '../../components/live/invalidation';

const [WEBHOOKS] = getListWebhooksQueryKey();

/** Reads the webhooks again, and their deliveries where they are on the screen. */
export function useRefreshWebhooks(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => isBelow(String(address), WEBHOOKS) });
}
