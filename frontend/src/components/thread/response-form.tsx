import { rules } from '@ecom-crm/openapi/rules';
import { Form } from 'antd';
import { useId } from 'react';
import { useCommands } from '../commands/commands';
import { KeyboardHint } from '../commands/keyboard-hint';
import { formRules } from '../form/form-rules';
import { MentionArea } from '../form/mention-area';
import { RecordForm } from '../form/record-form';
import type { IdempotencyHeader } from '../lib/idempotency';
import { NewResponseNotice } from './new-response-notice';
import type { ThreadResponse } from './thread-response';

/** Sends a response under an idempotency key. */
export type AddResponse = (response: string, headers: IdempotencyHeader) => Promise<unknown>;

export interface ResponseFormProps {
  onAdd: AddResponse;
  /** Adds the response and resolves the record. */
  onAddAndResolve?: AddResponse;
  /** The responses so far. */
  responses: ThreadResponse[] | undefined;
}

interface ResponseValues {
  response: string;
}

/** The name of the field, and its id. */
const FIELD = 'response';
const empty: ResponseValues = { response: '' };
const ADD_AND_RESOLVE_KEYS = 'mod+Shift+Enter';

/** The form for a new response to a thread. */
export default function ResponseForm({ onAdd, onAddAndResolve, responses }: ResponseFormProps) {
  const headingId = useId();
  useCommands([
    { label: 'Reply', group: 'This screen', keys: 'r', run: () => document.getElementById(FIELD)?.focus() },
  ]);
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
        alternative={
          onAddAndResolve && {
            label: 'Add and resolve',
            keys: ADD_AND_RESOLVE_KEYS,
            onSave: ({ response }, { idempotency }) => onAddAndResolve(response.trim(), idempotency),
          }
        }
      >
        <Form.Item
          name={FIELD}
          validateFirst
          rules={formRules(rules.CreateResponseDto.response)}
          extra={<Hints canResolve={onAddAndResolve !== undefined} />}
        >
          <MentionArea
            aria-labelledby={headingId}
            autoSize={{ minRows: 4, maxRows: 24 }}
            dir="auto"
            placeholder="Only colleagues see this"
            // Then the keys of the screen work again; what was typed stays.
            onKeyDown={({ key, nativeEvent, currentTarget }) => {
              if (key === 'Escape' && !nativeEvent.isComposing) currentTarget.blur();
            }}
          />
        </Form.Item>
        <NewResponseNotice responses={responses} />
      </RecordForm>
    </>
  );
}

function Hints({ canResolve }: { canResolve: boolean }) {
  return (
    <span className="key-hints">
      <KeyboardHint keys="mod+Enter" /> to add
      {canResolve && (
        <>
          , <KeyboardHint keys={ADD_AND_RESOLVE_KEYS} /> to add and resolve
        </>
      )}
    </span>
  );
}
