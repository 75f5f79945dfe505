import { rules } from '@ecom-crm/openapi/rules';
import { Form, Input } from 'antd';
import { useId } from 'react';
import { formRules } from '../form/form-rules';
import type { IdempotencyHeader } from '../lib/idempotency';
import { RecordForm } from '../form/record-form';

/** Sends a response under an idempotency key. */
export type AddResponse = (response: string, headers: IdempotencyHeader) => Promise<unknown>;

interface ResponseValues {
  response: string;
}

const empty: ResponseValues = { response: '' };

/** The form for a new response to a thread; Ctrl+Enter sends it too. */
export default function ResponseForm({ onAdd }: { onAdd: AddResponse }) {
  const headingId = useId();
  return (
    <>
      <h2 id={headingId} className="thread-heading">
        New Response
      </h2>
      <RecordForm
        initialValues={empty}
        fields={['response']}
        submitLabel="Add Response"
        onSave={({ response }, { idempotency }) => onAdd(response.trim(), idempotency)}
      >
        <Form.Item
          name="response"
          validateFirst
          rules={formRules(rules.CreateResponseDto.response)}
          extra="Ctrl+Enter adds it too."
        >
          <Input.TextArea aria-labelledby={headingId} autoSize={{ minRows: 4, maxRows: 24 }} />
        </Form.Item>
      </RecordForm>
    </>
  );
}
