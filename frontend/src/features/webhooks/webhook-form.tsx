import type { CreateWebhookDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { FormFailure } from '../../components/form/form-failure';
import { LineField } from '../../components/form/text-fields';
import { kindChoices, operationChoices, type Choice } from './webhook-choices';

/** The fields of a webhook; an empty list stands for no limit. */
export interface WebhookValues {
  url: string;
  kinds: string[];
  operations: NonNullable<CreateWebhookDto['operations']>;
}

export const WEBHOOK_FIELDS = ['url', 'kinds', 'operations'] as const;
/** The server says what else is wrong with an address. */
const urlRules = { required: true, messages: { required: 'Address is required' } };

interface WebhookFormProps {
  /** Of all forms on the screen; ids begin with it. */
  name: string;
  form: FormInstance<WebhookValues>;
  initialValues: WebhookValues;
  saving: { error: unknown; isPending: boolean };
  okText: string;
  autoFocus?: boolean;
  onSave: (webhook: CreateWebhookDto) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Asks for an address, and for what is to be sent there. */
export function WebhookForm({ saving, okText, autoFocus, onSave, children, ...form }: WebhookFormProps) {
  return (
    <Form
      {...form}
      layout="vertical"
      className="webhook-form"
      onFinish={({ url, kinds, operations }) =>
        onSave({ url: url.trim(), kinds: orAll(kinds), operations: orAll(operations) })
      }
    >
      <LineField
        name="url"
        label="Address"
        rules={urlRules}
        placeholder="https://shop.example/changes"
        autoFocus={autoFocus}
      />
      <Form.Item name="kinds">
        <Choices legend="Records" choices={kindChoices(form.initialValues.kinds)} />
      </Form.Item>
      <Form.Item name="operations">
        <Choices legend="Changes" choices={operationChoices} />
      </Form.Item>
      <FormFailure error={saving.error} fields={WEBHOOK_FIELDS} />
      <div className="webhook-buttons">
        <Button type="primary" htmlType="submit" loading={saving.isPending}>
          {okText}
        </Button>
        {children}
      </div>
    </Form>
  );
}

function orAll<Value>(chosen: Value[]): Value[] | null {
  return chosen.length > 0 ? chosen : null;
}

interface ChoicesProps {
  legend: string;
  choices: Choice[];
  /** These are given by the form. */
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  'aria-describedby'?: string;
}

function Choices({ legend, choices, value: chosen = [], onChange, ...field }: ChoicesProps) {
  const toggled = (value: string, isChosen: boolean) =>
    isChosen ? [...chosen, value] : chosen.filter((each) => each !== value);
  return (
    <fieldset id={field.id} aria-describedby={field['aria-describedby']} className="webhook-choices">
      <legend>
        {legend} <span className="muted">all, unless you choose some</span>
      </legend>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => onChange?.(toggled(value, target.checked))}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  );
}
