import { createContext, useRef, useState } from 'react';
import { useIsThere } from '../lib/use-is-there';

interface FormWork {
  /** Lets the form wait with saving until this work of a field is done; where it answers false, the form is not saved. */
  waitFor: (work: Promise<boolean>) => void;
  /** Whether the form is being saved, so that it takes nothing more. */
  isSaving: boolean;
}

/** What a field knows of the work of its form. */
export const FormWork = createContext<FormWork>({ waitFor: () => undefined, isSaving: false });

/** The work of the fields of a form, such as photos being prepared, and a function that submits the form after it. */
export function usePendingWork(submit: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [pending] = useState(() => new Set<Promise<boolean>>());
  const isBusy = useRef(false);
  const isThere = useIsThere();

  function waitFor(work: Promise<boolean>) {
    const remove = () => pending.delete(work);
    pending.add(work);
    work.then(remove, remove);
  }
  async function waitForAll() {
    isBusy.current = true;
    setWaiting(true);
    setFailed(false);
    let isDone = true;
    // More may be added while the form waits.
    while (pending.size > 0) isDone = (await Promise.all(pending)).every(Boolean) && isDone;
    isBusy.current = false;
    setWaiting(false);
    setFailed(!isDone);
    // The draft of a form that was left is kept, and the form is not sent.
    if (isDone && isThere.current) submit();
  }
  function submitWhenDone() {
    if (isBusy.current) return;
    if (pending.size > 0) return void waitForAll();
    setFailed(false);
    submit();
  }
  return { isWaiting, hasFailed, waitFor, submitWhenDone };
}
