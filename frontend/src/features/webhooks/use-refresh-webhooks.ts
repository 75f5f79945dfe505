import { getListWebhooksQueryKey } from '@ecom-crm/openapi/webhooks/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { isBelow } from '../../components/live/invalidation';

const [WEBHOOKS] = getListWebhooksQueryKey();
/** How often to read again while something is under way, and else, ms: no live event says what came of it. */
const BUSY_RENEWAL_MS = 5000;
const RENEWAL_MS = 15_000;

/** How soon to read again what is on the screen. */
export function renewalMs(isBusy: boolean | undefined): number {
  return isBusy ? BUSY_RENEWAL_MS : RENEWAL_MS;
}

/** Reads the webhooks again, and their deliveries where they are on the screen. */
export function useRefreshWebhooks(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [address] }) => isBelow(String(address), WEBHOOKS) });
}
