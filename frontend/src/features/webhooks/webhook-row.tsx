import type { WebhookDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useChangeWebhook } from '@ecom-crm/openapi/webhooks/webhooks';
import { Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { serverMessage } from '../../components/lib/api-errors';
import { useIsThere } from '../../components/lib/use-is-there';
import { Person } from '../../components/people/person';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';
import { TimeAgo } from '../../components/ui/time-ago';
import { DeliveryList } from './delivery-list';
import { EditWebhook, NewSecret, type Secret } from './save-webhook';
import { useRefreshWebhooks } from './use-refresh-webhooks';
import { useSayUnseen } from './use-say-unseen';
import { limitsInWords } from './webhook-choices';

interface RowProps {
  webhook: WebhookDto;
  /** It has got another secret. */
  onSecret: () => void;
  onDelete: () => void;
}

/** A webhook, with its deliveries or its form when they are asked for. */
export function WebhookRow({ webhook, onSecret, onDelete }: RowProps) {
  const { url, kinds, operations, active, failingSince, createdAt, createdById } = webhook;
  // Both may be open: what is filled in stays while one looks at the deliveries.
  const [showsDeliveries, setShowsDeliveries] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  // Apart from the form: it is to stay until somebody closes it.
  const [secret, setSecret] = useState<Secret>();
  const result = useRef<HTMLDivElement>(null);
  const pausing = usePausing(webhook);
  const isThere = useIsThere();
  const sayUnseen = useSayUnseen();
  const id = useId();
  const button = { size: 'small', type: 'text', 'aria-describedby': id } as const;
  const isFailing = active && failingSince !== null;
  const [state, look] = isFailing ? ['Failing', 'open'] : active ? ['Active', 'active'] : ['Paused', 'archived'];

  function closeForm() {
    setEditing(false);
    editButton.current?.focus();
  }

  function showSecret(next: Secret) {
    if (!isThere.current) return sayUnseen(next.url);
    setSecret(next);
    onSecret();
    result.current?.focus();
  }

  function closeSecret() {
    setSecret(undefined);
    editButton.current?.focus();
  }

  return (
    <li className="webhook">
      <div className="webhook-head">
        <h3 id={id} dir="auto">
          {url}
        </h3>
        <span className={`thread-status thread-status-${look}`}>{state}</span>
      </div>
      <p className="small muted">
        {limitsInWords(kinds, operations)} · made <TimeAgo time={createdAt} /> by <Person id={createdById} />
      </p>
      {isFailing && (
        <p className="small">
          First failed <TimeAgo time={failingSince} />. It is tried again until it gets through.
        </p>
      )}
      <div className="webhook-actions">
        <Button {...button} aria-expanded={showsDeliveries} onClick={() => setShowsDeliveries(!showsDeliveries)}>
          Deliveries
        </Button>
        <Button {...button} ref={editButton} aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          Edit
        </Button>
        <Button {...button} loading={pausing.isPending} onClick={pausing.toggle}>
          {active ? 'Pause' : 'Resume'}
        </Button>
        <Button {...button} danger onClick={onDelete}>
          Delete
        </Button>
      </div>
      <div className={secret && 'webhook-part'}>
        <div ref={result} role="status" tabIndex={-1}>
          {secret && <NewSecret {...secret} />}
        </div>
        {secret && <Button onClick={closeSecret}>Close</Button>}
      </div>
      {showsDeliveries && <DeliveryList webhookId={webhook.id} isActive={active} />}
      {isEditing && <EditWebhook webhook={webhook} onClose={closeForm} onSecret={showSecret} />}
    </li>
  );
}

function usePausing({ id, active }: WebhookDto) {
  const refresh = useRefreshWebhooks();
  const { isPending, mutate } = useChangeWebhook({
    mutation: {
      onSuccess: (changed) =>
        toast({ title: 'Success', description: changed.active ? 'Webhook resumed' : 'Webhook paused' }),
      onError: (error) =>
        toastFailure(error, { title: 'Error', description: serverMessage(error, 'Failed to change the webhook') }),
      onSettled: refresh,
    },
  });
  return { isPending, toggle: () => mutate({ id, data: { active: !active } }) };
}
