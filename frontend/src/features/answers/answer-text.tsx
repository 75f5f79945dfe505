import type { UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { Button, Form, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { DraftNotice } from '../../components/drafts/draft-notice';
import { useFormDraft, type FormDraft } from '../../components/drafts/drafts';
import { sayNoPhotos } from '../../components/form/pasted-files';
import { TextField } from '../../components/form/text-fields';
import { faultyFields } from '../../components/lib/api-errors';

const FIELD = 'text';
const RULES = { ...rules.AnswerDto.text, required: true };

interface Values {
  text: string;
}

/** What is sent of the text. */
export interface WordedAnswer {
  /** Also where it is that of the update, which a colleague may be changing. */
  body: Values;
  /** Forgets the draft, unless more was typed since; also after the form is gone. */
  noteSent: () => void;
}

/** The text that is sent to the items. What is typed is kept as a draft until it is sent. */
export interface AnswerText {
  form: FormInstance<Values>;
  draft: FormDraft<Values>;
  /** The text of the update. */
  content: string;
  /** Takes back what was typed. */
  reset: () => void;
  /** What is to be sent; null where it cannot be, which then stands at the field. */
  read: () => Promise<WordedAnswer | null>;
  /** Shows at the field what the server found wrong with it. */
  showFault: (error: unknown) => void;
}

/** Begins with the text of the update, and follows it until something is typed. */
export function useAnswerText({ content }: Pick<UpdateDto, 'content'>): AnswerText {
  const { pathname } = useLocation();
  const [form] = Form.useForm<Values>();
  const [initialValues] = useState({ text: content });
  const isEmpty = ({ text }: Values) => text.trim() === content.trim();
  const draft = useFormDraft(form, { path: pathname, initialValues, isEmpty });
  const former = useRef(content);
  useEffect(() => {
    if (form.getFieldValue(FIELD) === former.current) form.setFieldsValue({ text: content });
    former.current = content;
  }, [form, content]);

  async function read() {
    try {
      const values = await form.validateFields();
      return {
        body: { text: values.text.trim() },
        noteSent: () => {
          if (draft.holdsOnly(values)) draft.clear();
        },
      };
    } catch {
      form.focusField(FIELD);
      return null;
    }
  }
  return {
    form,
    draft,
    content,
    reset: () => {
      draft.clear();
      // Unlike a reset, this leaves the field where it is, which gets the focus: the button goes.
      form.setFieldsValue({ text: content });
      form.focusField(FIELD);
    },
    read,
    showFault: (error) => {
      const faults = faultyFields(error, [FIELD]);
      if (faults.length > 0) form.setFields(faults);
    },
  };
}

/** The field of the text. */
export function AnswerTextField({ text: { form, draft, content, reset } }: { text: AnswerText }) {
  const text = Form.useWatch(FIELD, form);
  const isEdited = text !== undefined && text.trim() !== content.trim();
  return (
    // Taken back, it is the text as it is now.
    <Form
      {...draft.formProps}
      initialValues={{ text: content }}
      name="answer"
      layout="vertical"
      data-edited={isEdited}
      onPaste={sayNoPhotos('Responses')}
    >
      <DraftNotice draft={draft} />
      <TextField name={FIELD} label="Text of the responses" rules={RULES} />
      {isEdited && draft.notice?.kind !== 'restored' && (
        <Button size="small" onClick={reset}>
          Use the text of the update
        </Button>
      )}
    </Form>
  );
}
