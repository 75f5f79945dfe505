import type {
  ChangeWebhookDto,
  CreateWebhookDto,
  NewWebhookDto,
  WebhookDto,
} from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useChangeWebhook, useCreateWebhook } from '@ecom-crm/openapi/webhooks/webhooks';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { CopyField } from '../../components/ui/copy-field';
import { faultyFields } from '../../components/lib/api-errors';
import { sameValues } from '../../components/lib/same-values';
import { useIsThere } from '../../components/lib/use-is-there';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';
import { useRefreshWebhooks } from './use-refresh-webhooks';
import { useSayUnseen } from './use-say-unseen';
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

interface AddProps {
  /** Apart from the request: its secret is to stay until the next one is made, or it is deleted. */
  made: NewWebhookDto | undefined;
  onMade: (webhook: NewWebhookDto) => void;
}

/** Adds a webhook, and shows its secret this once. */
export function AddWebhook({ made, onMade }: AddProps) {
  const [form] = Form.useForm<WebhookValues>();
  const refresh = useRefreshWebhooks();
  const isThere = useIsThere();
  const sayUnseen = useSayUnseen();
  const create = useCreateWebhook({
    mutation: {
      // The secret is not kept longer than it is shown.
      gcTime: 0,
      onSuccess: (webhook) => {
        if (isThere.current) onMade(webhook);
        else sayUnseen(webhook.url);
      },
      onError: (error) => {
        if (isThere.current) form.setFields(faultsOf(error));
        else toastFailure(error);
      },
      // Also after an error: a webhook whose answer was lost is there.
      onSettled: () => void refresh(),
    },
  });
  function save(data: CreateWebhookDto) {
    const values = form.getFieldsValue();
    // What was typed since stays. A reset would take the focus out of the fields.
    const onSuccess = () => sameValues(form.getFieldsValue(), values) && form.setFieldsValue(NO_VALUES);
    create.mutate({ data }, { onSuccess });
  }
  return (
    <>
      <div className="card webhook-card">
        <WebhookForm
          name="new-webhook"
          form={form}
          initialValues={NO_VALUES}
          saving={create}
          okText="Add webhook"
          onSave={save}
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

interface EditProps {
  webhook: WebhookDto;
  /** Not called once the form is closed. */
  onClose: () => void;
  /** With another address it gets another secret, which the server tells this once. */
  onSecret: (secret: Secret) => void;
}

/** Changes a webhook. */
export function EditWebhook({ webhook, onClose, onSecret }: EditProps) {
  const { id, url, kinds, operations } = webhook;
  const [form] = Form.useForm<WebhookValues>();
  const refresh = useRefreshWebhooks();
  const isThere = useIsThere();
  const change = useChangeWebhook({
    mutation: {
      gcTime: 0,
      onSuccess: (changed) => {
        void refresh();
        toast({ title: 'Success', description: 'Webhook saved' });
        if (isThere.current) onClose();
        if (changed.secret) onSecret({ id, url: changed.url, secret: changed.secret });
      },
      onError: (error) => {
        if (isThere.current) form.setFields(faultsOf(error));
        else toastFailure(error);
      },
    },
  });
  const [initialValues] = useState<WebhookValues>({
    url,
    kinds: kinds ?? [],
    operations: chosenOf(operations, operationChoices).map(({ value }) => value),
  });
  return (
    <div className="webhook-part">
      <WebhookForm
        name={`webhook-${id}`}
        form={form}
        initialValues={initialValues}
        saving={change}
        okText="Save"
        autoFocus
        onSave={(data) => change.mutate({ id, data: changedIn(data, initialValues) })}
      >
        <Button onClick={onClose}>Cancel</Button>
      </WebhookForm>
    </div>
  );
}

/** Only what was changed in this form: a colleague may have changed the rest since it was opened. */
function changedIn(data: CreateWebhookDto, initial: WebhookValues): ChangeWebhookDto {
  const changed: ChangeWebhookDto = { ...data };
  for (const field of WEBHOOK_FIELDS)
    if (JSON.stringify(data[field] ?? []) === JSON.stringify(initial[field])) delete changed[field];
  return changed;
}

/** What a webhook signs with. */
export type Secret = Pick<NewWebhookDto, 'id' | 'url' | 'secret'>;

export function NewSecret({ id, url, secret }: Secret) {
  const label = `The secret for ${url}. Copy it now: it is not shown again.`;
  return <CopyField id={`secret-${id}`} label={label} value={secret} noun="secret" />;
}
