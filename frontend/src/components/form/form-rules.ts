import type { FieldRules } from '@ecom-crm/openapi/rules';
import type { FormRule } from 'antd';

/** The rules of one field of the API's schema as rules of an antd form, with the same messages. */
export function formRules(field: FieldRules): FormRule[] {
  const { required, minLength, maxLength, pattern, format, minItems, maxItems, messages } = field;
  const rules: FormRule[] = [];
  if (minItems) rules.push({ type: 'array', required: true, min: minItems, message: messages.minItems });
  if (maxItems) rules.push({ type: 'array', max: maxItems, message: messages.maxItems });
  // A password may be made of spaces; any other required text may not be blank.
  if (required && !minItems)
    rules.push({ required: true, whitespace: format !== 'password', message: messages.required });
  if (format === 'email') rules.push({ type: 'email', message: messages.format });
  if (minLength) rules.push({ min: minLength, message: messages.minLength });
  if (maxLength) rules.push({ max: maxLength, message: messages.maxLength });
  // One without words says what the other rules say too, in the language of schemas.
  if (pattern && messages.pattern) rules.push({ pattern: new RegExp(pattern, 'u'), message: messages.pattern });
  return rules;
}
