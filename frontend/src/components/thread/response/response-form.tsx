import type { CreateResponseDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { Form } from 'antd';
import { useId, useLayoutEffect } from 'react';
import { isComposing } from '../../commands/composition';
import { KeyboardHint } from '../../commands/keyboard-hint';
import { formRules } from '../../form/form-rules';
import { MentionArea } from '../../form/mention-area';
import { sayNoPhotos } from '../../form/pasted-files';
import { RecordForm } from '../../form/record-form';
import type { IdempotencyHeader } from '../../lib/idempotency';
import type { RecordRef } from '../../record/record-types';
import { chooseKind, FIELD } from './reply-focus';
import { KindChoice } from './response-kind';
import { NewResponseNotice } from './new-response-notice';
import { statusLabel, type ThreadStatus } from '../thread-status';
import { useWriting } from './use-writing';
import { WritingNotice } from './writing-notice';
import type { ResponseKind, ThreadResponse } from './thread-response';

/** Sends a response under an idempotency key. */
export type AddResponse = (response: CreateResponseDto, headers: IdempotencyHeader) => Promise<unknown>;

export interface ResponseFormProps {
  record: RecordRef;
  onAdd: AddResponse;
  /** Adds the response and resolves the record. */
  onAddAndResolve?: AddResponse;
  /** Leads on while it is sent. */
  onResolve?: () => void;
  /** What was asked for before the field was there, which then has the focus from the start. */
  asked: ResponseKind | undefined;
  /** The status that somebody else has set since the field was opened. */
  theirStatus: ThreadStatus | undefined;
  /** The responses so far. */
  responses: ThreadResponse[] | undefined;
}

interface ResponseValues {
  response: string;
  kind: ResponseKind;
}

const empty: ResponseValues = { response: '', kind: 'staff' };
const ADD_AND_RESOLVE_KEYS = 'mod+Shift+Enter';

/** The form for a new response to a thread. */
export default function ResponseForm(props: ResponseFormProps) {
  const { record, onAdd, onAddAndResolve, onResolve, responses, asked, theirStatus } = props;
  const headingId = useId();
  const writing = useWriting();
  return (
    <>
      <div className="response-heading">
        <h2 id={headingId} className="thread-heading">
          New Response
        </h2>
        <WritingNotice />
      </div>
      <RecordForm
        initialValues={empty}
        addsTo={record}
        fields={['response']}
        isEmpty={({ response }) => !response}
        submitLabel="Add Response"
        onPaste={sayNoPhotos('Responses')}
        onSave={(values, { idempotency }) => onAdd(bodyOf(values), idempotency)}
        onReset={() => {
          writing.stop();
          leaveField();
        }}
        restOf={restOf}
        alternative={
          onAddAndResolve && {
            label: 'Add and resolve',
            keys: ADD_AND_RESOLVE_KEYS,
            onSave: (values, { idempotency }) => onAddAndResolve(bodyOf(values), idempotency),
            onSent: onResolve,
          }
        }
      >
        <Form.Item name="kind" noStyle>
          <KindChoice />
        </Form.Item>
        {asked === 'note' && <NoteChosen />}
        <Form.Item
          name={FIELD}
          validateFirst
          rules={formRules(rules.CreateResponseDto.response)}
          extra={<Hints canResolve={onAddAndResolve !== undefined} goesOn={onResolve !== undefined} />}
        >
          <MentionArea
            aria-labelledby={headingId}
            autoFocus={asked !== undefined}
            autoSize={{ minRows: 4, maxRows: 24 }}
            dir="auto"
            placeholder="Nothing is sent to the customer from here"
            onChange={writing.onChange}
            // Then the keys of the screen work again; what was typed stays.
            onKeyDown={(event) => {
              const { key, currentTarget } = event;
              if (key !== 'Escape' || isComposing(event)) return;
              currentTarget.blur();
              // What is written next is an answer, unless one chooses again.
              if (!currentTarget.value) chooseKind('staff');
            }}
          />
        </Form.Item>
        <NewResponseNotice responses={responses} />
        <p role="status" className="new-response-notice">
          {theirStatus && `The status is ${statusLabel(theirStatus)} now`}
        </p>
      </RecordForm>
    </>
  );
}

/** Chooses a note before anything is typed. Not as a person would: a draft keeps the kind that it has. */
function NoteChosen() {
  const form = Form.useFormInstance<ResponseValues>();
  useLayoutEffect(() => form.setFields([{ name: 'kind', value: 'note' }]), [form]);
  return null;
}

/** As it is sent: what the staff says, as the default, is not named. */
function bodyOf({ response, kind }: ResponseValues): CreateResponseDto {
  return { response: response.trim(), ...(kind !== 'staff' && { kind }) };
}

/** The keys of the screen work again. */
function leaveField() {
  if (document.activeElement?.id === FIELD) (document.activeElement as HTMLElement).blur();
}

/** What was typed behind the response. */
function restOf(typed: ResponseValues, sent: ResponseValues): Partial<ResponseValues> {
  const isLonger = typed.response.startsWith(sent.response);
  return isLonger ? { response: typed.response.slice(sent.response.length).trimStart() } : {};
}

function Hints({ canResolve, goesOn }: { canResolve: boolean; goesOn: boolean }) {
  return (
    <span className="key-hints">
      <KeyboardHint keys="mod+Enter" /> to add
      {canResolve && (
        <>
          , <KeyboardHint keys={ADD_AND_RESOLVE_KEYS} /> to {goesOn ? 'add, resolve and go on' : 'add and resolve'}
        </>
      )}
    </span>
  );
}
