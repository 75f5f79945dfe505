import { createContext, useRef, useState } from 'react';
import { useIsThere } from '../lib/use-is-there';

interface FormState {
  /** Lets the form wait with saving until this work of a field is done. */
  waitFor: (work: Promise<unknown>) => void;
  /** Whether the form is being saved, so that it takes nothing more. */
  isSaving: boolean;
}

/** What a field knows of its form. */
export const FormState = createContext<FormState>({ waitFor: () => undefined, isSaving: false });

/** The work of the fields of a form, such as photos being prepared, and a function that submits the form after it. */
export function usePendingWork(submit: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const [pending] = useState(() => new Set<Promise<unknown>>());
  const isBusy = useRef(false);
  const isThere = useIsThere();

  function waitFor(work: Promise<unknown>) {
    const remove = () => pending.delete(work);
    pending.add(work);
    work.then(remove, remove);
  }
  async function waitForAll() {
    isBusy.current = true;
    setWaiting(true);
    // More may be added while the form waits.
    while (pending.size > 0) await Promise.allSettled(pending);
    isBusy.current = false;
    setWaiting(false);
    // The draft of a form that was left is kept, and the form is not sent.
    if (isThere.current) submit();
  }
  function submitWhenDone() {
    if (isBusy.current) return;
    if (pending.size > 0) void waitForAll();
    else submit();
  }
  return { isWaiting, waitFor, submitWhenDone };
}
