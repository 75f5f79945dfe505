import { Button, Form, type FormInstance } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEventHandler, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { faultyFields, isSentBefore } from '../lib/api-errors';
import { useSaveKeys } from '../commands/save-keys';
import { DraftNotice } from '../drafts/draft-notice';
import { useFormDraft, type Attempt, type FormDraft } from '../drafts/drafts';
import { useWantedDraft } from '../drafts/wanted-draft';
import { useIsThere } from '../lib/use-is-there';
import type { RecordRef } from '../record/record-types';
import { CancelButton } from './cancel-button';
import { FormFailure } from './form-failure';
import { FormWork, usePendingWork } from './pending-work';
import './record-form.css';

type SaveForm<Values> = (values: Values, attempt: Attempt) => Promise<unknown>;

interface Alternative<Values> {
  label: string;
  keys: string;
  onSave: SaveForm<Values>;
  /** Leads on while it is sent; what could not be saved is kept as a draft. */
  onSent?: () => void;
}

/** What a form of a record is made of. */
export interface RecordFormProps<Values> {
  heading?: string;
  initialValues: Values;
  /** The address of the form and of its drafts; that of the screen unless given. */
  path?: string;
  /** The record that is changed, as it was read; left out for a new one. */
  basedOn?: unknown;
  /** The record that it adds to, such as a response. */
  addsTo?: RecordRef;
  /** The fields that the server may find fault with. */
  fields: readonly (keyof Values & string)[];
  /** Whether there is nothing to keep as a draft, whatever else was chosen. */
  isEmpty?: (values: Values) => boolean;
  submitLabel: string;
  /**
   * Saves what was typed, and answers undefined where the person goes on typing after all; where it is refused, the
   * faults show at the fields that the server names.
   */
  onSave: SaveForm<Values>;
  /** A second button, which saves in another way; `keys` press it. */
  alternative?: Alternative<Values>;
  /** Leads on from the saved form, unless the person has left it already; without it the form is reset. */
  onSaved?: () => void;
  /** Called after a reset. */
  onReset?: () => void;
  /** What is left to send where more was typed while the form was sent; left out, all of it. */
  restOf?: (typed: Values, sent: Values) => Partial<Values>;
  /** Where Cancel leads if the person came from nowhere in the app; left out, there is no Cancel. */
  cancelTo?: string;
  onPaste?: ClipboardEventHandler;
  children: ReactNode;
}

/** The form of a record or of a response: what is typed is kept as a draft until it is saved, and it is sent once. */
export function RecordForm<Values extends object>(props: RecordFormProps<Values>) {
  // Another page or draft, another form: its draft must not mix with the one before.
  const { pathname } = useLocation();
  const { path = pathname } = props;
  return <PageForm key={`${path} ${useWantedDraft() ?? ''}`} {...props} path={path} />;
}

function PageForm<Values extends object>({ path, ...props }: RecordFormProps<Values> & { path: string }) {
  const { heading, initialValues, basedOn, isEmpty, fields, submitLabel, alternative, cancelTo, onPaste, children } =
    props;
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, { path, initialValues, basedOn, isEmpty });
  const { saving, error, save, noteOrUndo } = useSave(form, draft, props);
  const { isWaiting, hasFailed, waitFor, submitWhenDone } = usePendingWork(() => form.submit());
  const chosen = useRef<Alternative<Values>>(undefined);
  const onKeyDown = useSaveKeys(props, submitBy);
  // The record was read before its form could be drawn: who went elsewhere until then keeps the focus.
  const focusFirst = useEffectEvent(() => {
    if (basedOn && document.activeElement?.matches('body, h1')) form.focusField(fields[0]);
  });
  useEffect(() => focusFirst(), []);
  const isBusy = saving || isWaiting;
  function submitBy(way: Alternative<Values> | undefined) {
    if (isBusy) return;
    chosen.current = way;
    submitWhenDone();
  }
  function takeChosen(): Alternative<Values> | undefined {
    const way = chosen.current;
    chosen.current = undefined;
    return way;
  }

  return (
    <Form
      {...draft.formProps}
      onValuesChange={noteOrUndo}
      aria-busy={saving}
      layout="vertical"
      className="card record-form"
      scrollToFirstError={{ focus: true, block: 'center' }}
      onPaste={onPaste}
      onKeyDown={onKeyDown}
      onSubmitCapture={(event) => {
        // The form would submit itself without waiting.
        event.preventDefault();
        event.stopPropagation();
        submitBy(undefined);
      }}
      onFinish={(values) => void save(values, takeChosen())}
      onFinishFailed={takeChosen}
    >
      {heading && <h2 className="record-form-heading">{heading}</h2>}
      <DraftNotice draft={draft} />
      <FormWork value={{ waitFor, isSaving: saving }}>{children}</FormWork>
      <FormFailure error={error} fields={fields} hasDraft record={props.addsTo} />
      <div className={cancelTo ? 'record-form-footer record-form-footer-sticky' : 'record-form-footer'}>
        <Button type="primary" htmlType="submit" size="large" loading={isBusy}>
          {submitLabel}
        </Button>
        {alternative && (
          // Disabled, it would lose the focus.
          <Button size="large" aria-disabled={isBusy} onClick={() => submitBy(alternative)}>
            {alternative.label}
          </Button>
        )}
        {cancelTo && <CancelButton to={cancelTo} />}
        <span role="status" className="muted">
          {isWaiting && 'Saving as soon as the images are prepared…'}
          {saving && 'Saving…'}
          {hasFailed && !saving && 'Not saved: an image could not be added.'}
        </span>
      </div>
    </Form>
  );
}

function useSave<Values extends object>(
  form: FormInstance<Values>,
  draft: FormDraft<Values>,
  props: RecordFormProps<Values>,
) {
  const { initialValues, fields, onSaved, onReset, restOf } = props;
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const busy = useRef(false);
  /** What is being sent by a form that is left once it is saved: what is typed until then would be lost. */
  const sent = useRef<Values>(undefined);
  const [undone, setUndone] = useState<Values>();
  const isThere = useIsThere();

  // After a change is drawn: a field that had no value would go on showing it.
  useEffect(() => {
    if (undone) setValues(form, undone);
  }, [form, undone]);

  /** Takes a change back while the form is being saved; fields that are disabled would lose the focus. */
  function noteOrUndo(changed: Partial<Values>) {
    if (!sent.current) return draft.formProps.onValuesChange(changed);
    setUndone({ ...sent.current });
  }

  function goOn(saved: Values, way: Alternative<Values> | undefined, isLeft: boolean) {
    if (onSaved && !way) {
      draft.clear();
      if (isThere.current) onSaved();
    } else if (draft.holdsOnly(saved)) {
      draft.clear();
      if (isLeft || !isThere.current) return;
      if (way?.onSent) return way.onSent();
      setValues(form, initialValues);
      onReset?.();
    } else {
      draft.renewKey();
      if (!isThere.current || !restOf) return;
      setValues(form, restOf(form.getFieldsValue(true) as Values, saved));
      draft.formProps.onValuesChange({});
    }
  }

  async function save(values: Values, way: Alternative<Values> | undefined) {
    if (busy.current) return;
    busy.current = true;
    const leadsOn = onSaved !== undefined && !way;
    if (leadsOn) sent.current = form.getFieldsValue(true) as Values;
    setError(undefined);
    let isLeft = false;
    let hasFailed = false;
    const leave = async () => {
      const isKept = way?.onSent !== undefined && (await draft.keepSent());
      if (hasFailed) return;
      isLeft = isKept;
      if (isLeft) way?.onSent?.();
      else setSaving(true);
    };
    try {
      const [saved] = await Promise.all([(way ?? props).onSave(values, draft.attempt()), leave()]);
      if (saved !== undefined) goOn(values, way, isLeft);
      // Until the next page is there, a saved form takes nothing more.
      if (saved === undefined || !leadsOn) endSaving();
    } catch (thrown) {
      hasFailed = true;
      endSaving();
      if (isSentBefore(thrown)) draft.renewKey();
      if (isLeft) return draft.sayFailed(thrown);
      setError(thrown);
      showFaults(form, faultyFields(thrown, fields));
    }
  }
  function endSaving() {
    busy.current = false;
    sent.current = undefined;
    setSaving(false);
  }
  return { saving, error, save, noteOrUndo };
}

// Unlike a reset, this leaves the cursor in its field.
function setValues<Values extends object>(form: FormInstance<Values>, values: Partial<Values>): void {
  form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0]);
}

function showFaults<Values extends object>(
  form: FormInstance<Values>,
  faults: { name: string; errors: string[] }[],
): void {
  const [first] = faults;
  if (!first) return;
  form.setFields(faults as Parameters<typeof form.setFields>[0]);
  form.focusField(first.name as Parameters<typeof form.focusField>[0]);
}
