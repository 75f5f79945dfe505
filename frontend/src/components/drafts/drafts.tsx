import type { FormInstance } from 'antd';
import { useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { DraftKeeper, type KeptDraft } from './draft-keeper';
import { useOpenDraft } from './draft-navigation';
import { DraftOwner } from './draft-owner';
import { useLeaveGuard } from './leave-guard';
import { useWantedDraft } from './wanted-draft';
import { serverMessage } from '../lib/api-errors';
import { idempotency, type IdempotencyHeader } from '../lib/idempotency';
import { sameValues } from '../lib/same-values';
import { onWindowEvents } from '../lib/window-events';
import { toastFailure } from '../toasts/failure-toast';
import { dismissToast, toast, useToasts } from '../toasts/toast-store';

interface DraftOptions<Values> {
  /** The address of the form. */
  path: string;
  /** What the form holds when nothing was typed. */
  initialValues: Values;
  /** The record that is edited, as it was read; left out for a new one. */
  basedOn?: unknown;
  /** Whether there is nothing to keep; without it only what the form begins with is not kept. */
  isEmpty?: (values: Values) => boolean;
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
  /** Where what is shown comes from, if anything is to be said about it. */
  notice?: Notice;
  /** Asks, when it is open, whether to leave the form. */
  leaveDialog: ReactNode;
  /** How the form is sent; what was typed is kept first. */
  attempt: () => Attempt;
  /** Whether nothing was typed but this; known after the form is gone, too. */
  holdsOnly: (values: Values) => boolean;
  /** What is sent from now on is another record. */
  renewKey: () => void;
  clear: () => void;
  /** Keeps what is being sent, so that the form can be left; answers whether it could. */
  keepSent: () => Promise<boolean>;
  /** Says that it was not saved after the form was left, and leads to the draft. */
  sayFailed: (error: unknown) => Promise<void>;
  /** Forgets the draft and empties the form. */
  discard: () => void;
}

/** Where the content of a form comes from. */
export type Notice =
  /** It was typed earlier; whether the record has changed since. */
  | { kind: 'restored'; isOutdated: boolean }
  /** It is empty: another tab works on the draft of this page. */
  | { kind: 'elsewhere'; page: string }
  /** It was typed before an earlier draft was read, which stays as it is. */
  | { kind: 'earlier'; page: string }
  /** It is empty: another tab took its draft over. */
  | { kind: 'moved' };

type Origin = { kind: 'restored'; basedOn: unknown } | Exclude<Notice, { kind: 'restored' }>;

const KEPT = 'Draft kept';
/** The draft that the last toast of this kind leads to. */
let lastKept: string | undefined;

/**
 * Keeps what is typed into the form of a page, for the person signed in, until it is saved or discarded; gives it back
 * on return. Each tab has a draft of its own. One form a page; a form for another record or draft wants another `key`.
 */
export function useFormDraft<Values extends object>(
  form: FormInstance<Values>,
  options: DraftOptions<Values>,
): FormDraft<Values> {
  const { path, initialValues, basedOn, isEmpty } = options;
  const owner = useContext(DraftOwner);
  const page = useWantedDraft();
  // A page that is loaded once more, or was left and is back, takes nothing from other tabs.
  const takesOver = useNavigationType() !== NavigationType.Pop;
  const openDraft = useOpenDraft();
  const [keeper] = useState(() => new DraftKeeper(owner, path, initialValues, basedOn));
  const [origin, setOrigin] = useState<Origin>();
  function openKept() {
    const kept = keeper.page;
    return { label: 'Open', onClick: () => openDraft(kept) };
  }
  const leaveDialog = useLeaveGuard(keeper, () => {
    lastKept = keeper.page;
    toast({ description: KEPT, action: openKept() });
  });
  const toasts = useToasts();

  const openDraftHere = useEffectEvent(() => {
    const onLost = () => {
      form.resetFields();
      setOrigin({ kind: 'moved' });
    };
    return keeper.open({ page, takesOver, onLost });
  });
  const show = useEffectEvent((draft: KeptDraft<Values> | undefined) => {
    if (!draft) {
      if (keeper.passedOver) setOrigin(keeper.passedOver);
      return;
    }
    restore(form, draft.values, initialValues);
    keeper.note(allValues(form));
    if (keeper.isChanged) setOrigin({ kind: 'restored', basedOn: draft.basedOn });
    // It would lead to where one is.
    const stale = toasts.find(({ open, description }) => open && description === KEPT);
    if (stale && lastKept === keeper.page) dismissToast(stale.id);
  });
  useEffect(() => {
    let gone = false;
    void openDraftHere().then((draft) => {
      if (!gone) show(draft);
    });
    return () => {
      gone = true;
      keeper.close();
    };
  }, [keeper]);
  useWritingInTime(keeper);

  function onValuesChange(changed: object) {
    const values = allValues(form);
    keeper.note(isEmpty?.(values) ? initialValues : values, changed);
  }
  function attempt(): Attempt {
    keeper.flush();
    return { basedOn: keeper.basedOn, idempotency: idempotency(keeper.idempotencyKey) };
  }
  async function sayFailed(error: unknown) {
    const fault = serverMessage(error).replace(/\.?$/, '.');
    const [text, action] = (await keeper.store())
      ? ['What you typed is kept as a draft.', openKept()]
      : ['What you typed could not be kept.'];
    toastFailure(error, { title: 'Error', description: `${fault} ${text}`, action });
  }
  function clear() {
    keeper.clear();
    setOrigin(undefined);
  }
  return {
    formProps: { form, initialValues, onValuesChange },
    notice:
      origin?.kind === 'restored' ? { kind: 'restored', isOutdated: !sameValues(origin.basedOn, basedOn) } : origin,
    leaveDialog,
    attempt,
    holdsOnly: (values) => keeper.holdsOnly(values),
    renewKey: () => keeper.renewKey(),
    keepSent: () => keeper.storeSent(),
    sayFailed,
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

/** Fields that were changed while the draft was being read stay as they are. */
function restore(form: FormInstance, values: object, initialValues: object): void {
  const initial = new Map<string, unknown>(Object.entries(initialValues));
  const isChanged = (name: string) =>
    form.isFieldTouched(name) && !sameValues(form.getFieldValue(name), initial.get(name));
  form.setFieldsValue(Object.fromEntries(Object.entries(values).filter(([name]) => !isChanged(name))));
}

/** Writes what waits when the page may be about to close. */
function useWritingInTime(keeper: { flush: () => void; rewrite: () => void }): void {
  useEffect(() => {
    const stopListening = onWindowEvents(['beforeunload', 'pagehide'], () => keeper.flush());
    // Two windows side by side stay visible.
    const stopWatching = onWindowEvents(['focus'], () => keeper.rewrite());
    const onVisibility = () => (document.visibilityState === 'hidden' ? keeper.flush() : keeper.rewrite());
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopListening();
      stopWatching();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [keeper]);
}
