import { Button, type FormInstance } from 'antd';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { DraftKeeper } from './draft-keeper';
import { DraftOwner } from './draft-owner';
import { useLeaveGuard } from './leave-guard';
import { idempotency, type IdempotencyHeader } from '../lib/idempotency';
import { sameValues } from '../lib/same-values';
import { onWindowEvents } from '../lib/window-events';
import './drafts.css';

interface DraftOptions<Values> {
  /** What the form holds when nothing was typed. */
  initialValues: Values;
  /** The record that is edited, as it was read; left out for a new one. */
  basedOn?: unknown;
}

/** One try to save a form. */
export interface Attempt {
  /** The record that was typed against, with its version; undefined for a new one. */
  basedOn: unknown;
  /** The header of the request that makes a new record: however often it is sent, it makes one. */
  idempotency: IdempotencyHeader;
}

/** The draft of a form. */
export interface FormDraft<Values> {
  formProps: { form: FormInstance<Values>; initialValues: Values; onValuesChange: (changed: object) => void };
  /** Whether what is shown was typed earlier, and if so, whether the record has changed since. */
  restored?: { isOutdated: boolean };
  /** Asks, when it is open, whether to leave the form. */
  leaveDialog: ReactNode;
  /** How the form is sent; what was typed is kept first. */
  attempt: () => Attempt;
  /** What is sent from now on is another record. */
  renewKey: () => void;
  clear: () => void;
  /** Forgets the draft and empties the form. */
  discard: () => void;
}

/**
 * Keeps what is typed into the form of a page, for the person signed in, until it is saved or discarded; gives it back
 * on return, and asks before a changed form is left. One form a page; a form for another record wants another `key`.
 */
export function useFormDraft<Values extends object>(
  form: FormInstance<Values>,
  options: DraftOptions<Values>,
): FormDraft<Values> {
  const { initialValues, basedOn } = options;
  const owner = useContext(DraftOwner);
  const page = useLocation().pathname;
  const [keeper] = useState(() => new DraftKeeper({ owner, page }, initialValues, basedOn));
  const [keptBase, setKeptBase] = useState<{ basedOn: unknown }>();
  const leaveDialog = useLeaveGuard(keeper);

  useEffect(() => {
    let gone = false;
    void keeper.read().then((draft) => {
      if (gone || !draft) return;
      restore(form, draft.values);
      keeper.note(allValues(form));
      if (keeper.isChanged) setKeptBase({ basedOn: draft.basedOn });
    });
    return () => {
      gone = true;
    };
  }, [keeper, form]);
  useWritingInTime(keeper);

  function attempt(): Attempt {
    keeper.flush();
    return { basedOn: keeper.basedOn, idempotency: idempotency(keeper.idempotencyKey) };
  }
  function clear() {
    keeper.clear();
    setKeptBase(undefined);
  }
  return {
    formProps: { form, initialValues, onValuesChange: (changed) => keeper.note(allValues(form), changed) },
    restored: keptBase && { isOutdated: !sameValues(keptBase.basedOn, basedOn) },
    leaveDialog,
    attempt,
    renewKey: () => keeper.renewKey(),
    clear,
    discard: () => {
      clear();
      form.resetFields();
    },
  };
}

/** All that the form holds; without `true`, rows of a list that are not drawn yet would be missing. */
function allValues<Values>(form: FormInstance<Values>): Values {
  return form.getFieldsValue(true) as Values;
}

/** Fields that were touched while the draft was being read stay as they are. */
function restore(form: FormInstance, values: object): void {
  form.setFieldsValue(Object.fromEntries(Object.entries(values).filter(([name]) => !form.isFieldTouched(name))));
}

/** Writes what waits when the page may be about to close, and when the form goes. */
function useWritingInTime(keeper: { flush: () => void; rewrite: () => void }): void {
  useEffect(() => {
    const stopListening = onWindowEvents(['beforeunload', 'pagehide'], () => keeper.flush());
    const onVisibility = () => (document.visibilityState === 'hidden' ? keeper.flush() : keeper.rewrite());
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onVisibility);
      keeper.flush();
    };
  }, [keeper]);
}

/** Says that a draft was restored, and offers to start afresh; holds the question asked before leaving. */
export function DraftNotice({ draft }: { draft: Pick<FormDraft<never>, 'restored' | 'leaveDialog' | 'discard'> }) {
  const { restored, leaveDialog, discard } = draft;
  return (
    <div className={restored && 'draft-notice'}>
      <p role="status">
        {restored && 'Your draft was restored. '}
        {restored?.isOutdated &&
          'The record has been changed since you began it: you will be asked where both changed the same.'}
      </p>
      {restored && (
        <Button
          onClick={(event) => {
            // The button goes: without this the keyboard would start from the top of the page.
            event.currentTarget.closest('main')?.querySelector('h1')?.focus();
            discard();
          }}
        >
          Discard draft
        </Button>
      )}
      {leaveDialog}
    </div>
  );
}
