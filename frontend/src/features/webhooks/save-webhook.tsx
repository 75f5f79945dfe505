import type { NewWebhookDto, WebhookDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useChangeWebhook, useCreateWebhook } from '@ecom-crm/openapi/webhooks/webhooks';
import { Button, Form } from 'antd';
import { useRef, useState } from 'react';
import { CopyField } from '../../components/ui/copy-field';
import { faultyFields } from '../../components/lib/api-errors';
import { toast } from '../../components/toasts/toast-store';
import { useRefreshWebhooks } from './use-refresh-webhooks';
import { chosenOf, operationChoices } from './webhook-choices';
import { WEBHOOK_FIELDS, WebhookForm, type WebhookValues } from './webhook-form';

const NO_VALUES: WebhookValues = { url: '', kinds: [], operations: [] };

/** What is wrong with the fields, by the names that they have on the screen. */
function faultsOf(error: unknown) {
  return faultyFields(error, WEBHOOK_FIELDS).map(({ name, errors }) => ({
    name,
    errors: errors.map((text) => text.replace(/^url /, 'The address ')),
  }));
}

/** Adds a webhook, and shows its secret this once. */
export function AddWebhook() {
  const [form] = Form.useForm<WebhookValues>();
  const refresh = useRefreshWebhooks();
  // Apart from the request: its secret is to stay until the next one is made.
  const [made, setMade] = useState<NewWebhookDto>();
  const create = useCreateWebhook({
    mutation: {
      // The secret is not kept longer than it is shown.
      gcTime: 0,
      onSuccess: (webhook) => {
        setMade(webhook);
        form.resetFields();
        void refresh();
      },
      onError: (error) => form.setFields(faultsOf(error)),
    },
  });
  return (
    <>
      <div className="card webhook-card">
        <WebhookForm
          name="new-webhook"
          form={form}
          initialValues={NO_VALUES}
          saving={create}
          okText="Add webhook"
          onSave={(data) => create.mutate({ data })}
        />
      </div>
      <div role="status">
        {made && (
          <div key={made.id} className="card webhook-card">
            <NewSecret {...made} />
          </div>
        )}
      </div>
    </>
  );
}

/** Changes a webhook; with another address it gets another secret, which is shown this once. */
export function EditWebhook({ webhook, onClose }: { webhook: WebhookDto; onClose: () => void }) {
  const { id, url, kinds, operations } = webhook;
  const [form] = Form.useForm<WebhookValues>();
  const refresh = useRefreshWebhooks();
  const result = useRef<HTMLDivElement>(null);
  const change = useChangeWebhook({
    mutation: {
      gcTime: 0,
      onSuccess: ({ secret }) => {
        void refresh();
        toast({ title: 'Success', description: 'Webhook saved' });
        // With a secret, the form goes.
        if (secret) result.current?.focus();
        else onClose();
      },
      onError: (error) => form.setFields(faultsOf(error)),
    },
  });
  const secret = change.data?.secret;
  const chosenOperations = chosenOf(operations, operationChoices).map(({ value }) => value);
  return (
    <div className="webhook-part">
      {/* Another save would throw the secret away. */}
      {!secret && (
        <WebhookForm
          name={`webhook-${id}`}
          form={form}
          initialValues={{ url, kinds: kinds ?? [], operations: chosenOperations }}
          saving={change}
          okText="Save"
          autoFocus
          onSave={(data) => change.mutate({ id, data })}
        >
          <Button onClick={onClose}>Cancel</Button>
        </WebhookForm>
      )}
      <div ref={result} role="status" tabIndex={-1}>
        {secret && <NewSecret id={id} url={change.data?.url ?? url} secret={secret} />}
      </div>
      {secret && <Button onClick={onClose}>Close</Button>}
    </div>
  );
}

function NewSecret({ id, url, secret }: { id: number; url: string; secret: string }) {
  const label = `The secret for ${url}. Copy it now: it is not shown again.`;
  return <CopyField id={`secret-${id}`} label={label} value={secret} noun="secret" />;
}
