import type { FieldRules } from '@ecom-crm/openapi/rules';
import { Form, Input } from 'antd';
import { formRules } from './form-rules';

interface TextFieldProps {
  name: string;
  label: string;
  rules: FieldRules;
  placeholder?: string;
  autoFocus?: boolean;
}

/** A field for one line of text, as a part of a form. */
export function LineField({ name, label, rules, ...input }: TextFieldProps) {
  return (
    <Form.Item name={name} label={label} validateFirst rules={formRules(rules)}>
      <Input autoComplete="off" dir="auto" {...input} />
    </Form.Item>
  );
}

/** A field for text of several lines, as a part of a form; it grows with its text. */
export function TextField({ name, label, rules, minRows = 4, ...input }: TextFieldProps & { minRows?: number }) {
  return (
    <Form.Item name={name} label={label} validateFirst rules={formRules(rules)}>
      <Input.TextArea autoSize={{ minRows, maxRows: 24 }} dir="auto" {...input} />
    </Form.Item>
  );
}
