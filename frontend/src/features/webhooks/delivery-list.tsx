import type { DeliveryDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListDeliveries, useReplayDelivery } from '@ecom-crm/openapi/webhooks/webhooks';
import { Button } from 'antd';
import { useId } from 'react';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { FailedState } from '../../components/ui/feedback';
import { formatCount, Time, TimeAgo } from '../../components/ui/time-ago';
import { renewalMs, useRefreshWebhooks } from './use-refresh-webhooks';

const SHOWN = 20;
interface DeliveryListProps {
  webhookId: number;
  /** Whether anything is sent. */
  isActive: boolean;
}

/** The latest deliveries of a webhook; sends each again. */
export function DeliveryList({ webhookId, isActive }: DeliveryListProps) {
  const { data, error, isError, refetch } = useListDeliveries(
    webhookId,
    { limit: SHOWN },
    {
      query: {
        refetchOnMount: 'always',
        refetchInterval: ({ state }) => isActive && renewalMs(state.data?.some(({ nextAt }) => nextAt !== null)),
      },
    },
  );
  if (!data)
    return isError ? (
      <FailedState text="Failed to fetch the deliveries" error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingCard label="Loading the deliveries" />
    );
  return (
    <div className="webhook-part">
      <p className="small muted">
        {headingOf(data.length)}
        {!isActive && ' Nothing is sent while the webhook is paused.'}
      </p>
      <ul className="delivery-rows">
        {data.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} webhookId={webhookId} isActive={isActive} />
        ))}
      </ul>
    </div>
  );
}

/** What got through is known for 7 days. */
function headingOf(count: number): string {
  if (count === SHOWN) return `The latest ${SHOWN} deliveries.`;
  return count === 0 ? 'Nothing was sent in the last 7 days.' : 'What was sent in the last 7 days.';
}

function Delivery({ delivery, webhookId, isActive }: DeliveryListProps & { delivery: DeliveryDto }) {
  const { id, changes, isDelivered, attempts, status, error, createdAt, triedAt, nextAt } = delivery;
  const textId = useId();
  const refresh = useRefreshWebhooks();
  const replay = useReplayDelivery({
    mutation: {
      onSuccess: () => toast({ description: nextAt ? 'It is tried now' : 'It is sent again' }),
      onError: (failure) => toastFailure(failure),
      onSettled: refresh,
    },
  });
  const [state, look] = isDelivered ? ['Delivered', 'active'] : error ? ['Failed', 'open'] : ['Waiting', 'archived'];
  return (
    <li className="delivery">
      <span className={`thread-status thread-status-${look}`}>{state}</span>
      <div id={textId} className="small">
        <p>
          {changes === 1 ? '1 change' : `${formatCount(changes)} changes`} · <TimeAgo time={triedAt ?? createdAt} />
          {isDelivered && status !== null && ` · answered ${status}`}
          {attempts > 1 && ` · ${attempts} tries`}
        </p>
        {error && (
          <p className="muted">
            {error}
            {isActive && nextAt && (
              <>
                . Next try <Time time={nextAt} />
              </>
            )}
          </p>
        )}
      </div>
      {isActive && (
        <Button
          size="small"
          type="text"
          aria-describedby={textId}
          loading={replay.isPending}
          onClick={() => replay.mutate({ id: webhookId, delivery: id })}
        >
          {nextAt ? 'Try now' : 'Send again'}
        </Button>
      )}
    </li>
  );
}
