import type { NewWebhookDto, WebhookDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useDeleteWebhook, useListWebhooks } from '@ecom-crm/openapi/webhooks/webhooks';
import { useRef, useState } from 'react';
import { hasStatus, serverMessage } from '../../components/lib/api-errors';
import { useChanges } from '../../components/live/change-bus';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { ScreenHead } from '../../components/ui/screen-head';
import { useConfirm } from '../../components/ui/confirm/use-confirm';
import { AddWebhook } from './save-webhook';
import { renewalMs, useRefreshWebhooks } from './use-refresh-webhooks';
import { WebhookRow } from './webhook-row';
import './webhooks.css';

/** Where changes are sent: adds, lists, changes and deletes the webhooks of all staff. */
export function WebhookList() {
  const [made, setMade] = useState<NewWebhookDto>();
  return (
    <div className="webhooks">
      <ScreenHead back="/" backLabel="Dashboard" title="Webhooks" />
      <p className="muted">
        Changes are posted to these addresses as they happen, so programs need not ask for them. All staff can see and
        change webhooks. The{' '}
        <a href="/docs" target="_blank" rel="noreferrer">
          API documentation
        </a>{' '}
        says what is sent and how to check its signature.
      </p>
      <AddWebhook made={made} onMade={setMade} />
      <Webhooks hideSecret={(id) => setMade((shown) => (shown?.id === id ? undefined : shown))} />
    </div>
  );
}

/** `hideSecret` is called for a webhook whose first secret is of no use any more. */
function Webhooks({ hideSecret }: { hideSecret: (id: number) => void }) {
  // No live event says that something got through or failed.
  const { data, error, isError, refetch } = useListWebhooks({
    query: {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) =>
        renewalMs(state.data?.some(({ active, failingSince }) => active && failingSince !== null)),
    },
  });
  useChanges(['webhook'], () => void refetch());
  const heading = useRef<HTMLHeadingElement>(null);
  const [remove, dialog] = useRemove(hideSecret, () => heading.current?.focus());
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        All webhooks
      </h2>
      {data ? (
        <WebhookRows webhooks={data} onSecret={hideSecret} onDelete={remove} />
      ) : isError ? (
        <FailedState text="Failed to fetch the webhooks" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCard label="Loading the webhooks" />
      )}
      {dialog}
    </section>
  );
}

interface RowsProps {
  webhooks: WebhookDto[];
  /** One has got another secret. */
  onSecret: (id: number) => void;
  onDelete: (webhook: WebhookDto) => void;
}

function WebhookRows({ webhooks, onSecret, onDelete }: RowsProps) {
  if (webhooks.length === 0) return <EmptyState text="No webhooks yet" />;
  return (
    <ul className="card webhook-rows">
      {webhooks.map((webhook) => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          onSecret={() => onSecret(webhook.id)}
          onDelete={() => onDelete(webhook)}
        />
      ))}
    </ul>
  );
}

/** Deletes a webhook after a question; `onGone` is called when the dialog has let go of the focus. */
function useRemove(onDeleted: (id: number) => void, onGone: () => void) {
  const refresh = useRefreshWebhooks();
  const { mutateAsync } = useDeleteWebhook();
  const [ask, dialog] = useConfirm();

  /** Answers whether it is gone. */
  async function send(id: number): Promise<boolean> {
    try {
      await mutateAsync({ id });
    } catch (error) {
      // Deleted already, by somebody else.
      if (!hasStatus(error, 404)) {
        const description = serverMessage(error, 'Failed to delete the webhook');
        toastFailure(error, { title: 'Error', description });
        return false;
      }
    }
    onDeleted(id);
    await refresh();
    toast({ title: 'Success', description: 'Webhook deleted' });
    return true;
  }

  function remove({ id, url }: WebhookDto) {
    let isDeleted = false;
    void ask({
      title: 'Delete this webhook?',
      subject: url,
      content: 'Nothing more is sent there. This cannot be undone.',
      okText: 'Delete',
      cancelText: 'Cancel',
      okButtonProps: { danger: true },
      onOk: async () => {
        isDeleted = await send(id);
      },
      // The button that was pressed is gone with its row.
      afterClose: () => isDeleted && onGone(),
    });
  }
  return [remove, dialog] as const;
}
