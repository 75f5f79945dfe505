import type { FieldRules } from '@ecom-crm/openapi/rules';
import { Form, type FormRule } from 'antd';
import Input from 'antd/es/input/Input';
import type { KeyboardEvent, ReactNode } from 'react';
import { isComposing } from '../commands/composition';
import { roomText } from '../lib/room-text';
import { formRules } from './form-rules';
import { MentionArea } from './mention-area';

interface TextFieldProps {
  name: string;
  label: string;
  rules: FieldRules;
  /** Below the input. */
  extra?: ReactNode;
  placeholder?: string;
  autoFocus?: boolean;
}

interface LineFieldProps extends TextFieldProps {
  /** Whether a scanner may type into it. */
  isCode?: boolean;
  /** What was filled in as the beginning of its text: more must follow. */
  beginning?: string;
  /** What seems wrong with the text, if anything: it is shown once the field was left, and can be saved all the same. */
  warningOf?: (text: string) => Promise<string | undefined>;
}

/** A field for one line of text, as a part of a form. */
export function LineField(props: LineFieldProps) {
  const { name, label, rules, extra, isCode, beginning = '', warningOf, ...input } = props;
  return (
    <Form.Item
      name={name}
      label={label}
      validateFirst
      validateTrigger={warningOf ? ['onChange', 'onBlur'] : undefined}
      rules={[...formRules(rules), moreThan(beginning), ...(warningOf ? [warningRule(warningOf)] : [])]}
      extra={extra ?? <Room {...{ name, rules }} />}
    >
      <Input autoComplete="off" dir="auto" onKeyDown={isCode ? goOnAtEnter : undefined} {...input} />
    </Form.Item>
  );
}

/** The rule of a text whose beginning was filled in, such as a SKU in a title: that alone says nothing yet. */
function moreThan(beginning: string): FormRule {
  return {
    validator: (_, text: string) =>
      beginning.trim() && text.trim() === beginning.trim()
        ? Promise.reject(new Error('Say what it is about'))
        : Promise.resolve(),
  };
}

function warningRule(warningOf: NonNullable<LineFieldProps['warningOf']>): FormRule {
  return {
    warningOnly: true,
    validateTrigger: 'onBlur',
    validator: async (_rule, text = '') => {
      const typed = String(text).trim();
      const warning = typed && (await warningOf(typed));
      if (warning) throw new Error(warning);
    },
  };
}

/** A scanner ends a code with Enter: that leads to the next field, and does not save a form half filled in. */
function goOnAtEnter(event: KeyboardEvent<HTMLInputElement>): void {
  // Enter may end what an input method composes.
  if (event.key !== 'Enter' || isComposing(event) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const fields = [...(event.currentTarget.form?.elements ?? [])] as HTMLElement[];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

/** A field for text of several lines, as a part of a form; it grows with its text. */
export function TextField({ name, label, rules, extra, minRows = 4, ...input }: TextFieldProps & { minRows?: number }) {
  return (
    <Form.Item
      name={name}
      label={label}
      validateFirst
      rules={formRules(rules)}
      extra={extra ?? <Room {...{ name, rules }} />}
    >
      <MentionArea autoSize={{ minRows, maxRows: 24 }} dir="auto" {...input} />
    </Form.Item>
  );
}

/** Says how much longer a text may become, once it is long. */
function Room({ name, rules: { maxLength } }: Pick<TextFieldProps, 'name' | 'rules'>) {
  return roomText((Form.useWatch(name) as string | undefined) ?? '', maxLength);
}
