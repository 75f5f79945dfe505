import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router-dom';
import type { Question } from '../ui/confirm/confirm-dialog';
import { useConfirm } from '../ui/confirm/use-confirm';
import { guardNavigation } from './navigation-guard';

interface Unsaved {
  readonly isChanged: boolean;
  /** Whether it is being sent. */
  readonly isSent: boolean;
  /** Whether all that was typed will be here on return. */
  readonly isStored: boolean;
  /** Whether it will be when the page closes now. */
  readonly isSafeToClose: boolean;
  /** Keeps what was typed, and answers whether it could. */
  store: () => Promise<boolean>;
}

const LOSS: Question = {
  title: 'Leave without saving?',
  content: 'What you typed is not saved, and this browser cannot keep it as a draft. It will be lost.',
  okText: 'Leave',
  cancelText: 'Stay',
};

/**
 * Lets a changed form be left once its draft is kept, and calls `onKept` when another screen is shown instead. Asks
 * only where the draft cannot be kept: before a link, Back or logout in our own words, before the tab closes in the
 * browser's. Answers the dialog, to be put into the form.
 */
export function useLeaveGuard(form: Unsaved, onKept: () => void): ReactNode {
  const [confirm, dialog] = useConfirm();
  const mayLeave = useCallback(async () => {
    if (!form.isChanged || (await form.store())) return true;
    return confirm(LOSS);
  }, [form, confirm]);

  const latest = useRef({ onKept, leave: () => Promise.resolve() });
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => {
      if (!form.isChanged || form.isSent || currentLocation.pathname === nextLocation.pathname) return false;
      if (!form.isStored) return true;
      latest.current.onKept();
      return false;
    },
    [form],
  );
  const blocker = useBlocker(shouldBlock);
  useEffect(() => {
    latest.current = {
      onKept,
      leave: async () => {
        const may = await mayLeave();
        if (may && form.isStored && form.isChanged) onKept();
        if (may) blocker.proceed?.();
        else blocker.reset?.();
      },
    };
  });
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (isBlocked) void latest.current.leave();
  }, [isBlocked]);

  useEffect(() => guardNavigation(mayLeave), [mayLeave]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.isChanged && !form.isSafeToClose) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [form]);
  return dialog;
}
