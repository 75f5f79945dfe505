import type { rules } from '@ecom-crm/openapi/rules';
import { Form } from 'antd';
import { formRules } from '../form/form-rules';
import { LineField, TextField } from '../form/text-fields';
import { StatusSelect } from './status-select';

/** The fields of a thread as people call them. */
export const threadLabels = { title: 'Title', description: 'Description', status: 'Status' };

// The API leaves as it is what is not sent; the form sends all, so all must be there.
const required = { required: true };

/** The fields of the form that edits a thread. */
export function ThreadFields({
  rules: of,
}: {
  rules: Pick<typeof rules.ChangeQuestionDto, keyof typeof threadLabels>;
}) {
  return (
    <>
      <LineField name="title" label={threadLabels.title} rules={{ ...of.title, ...required }} />
      <TextField name="description" label={threadLabels.description} rules={{ ...of.description, ...required }} />
      <Form.Item name="status" label={threadLabels.status} rules={formRules({ ...of.status, ...required })}>
        <StatusSelect placeholder="Select a status" />
      </Form.Item>
    </>
  );
}
