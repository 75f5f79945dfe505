import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router-dom';
import type { Question } from '../ui/confirm-dialog';
import { useConfirm } from '../ui/use-confirm';
import { guardNavigation } from './navigation-guard';

interface Unsaved {
  readonly isChanged: boolean;
  /** Whether what was typed will be here on return. */
  readonly canStore: boolean;
}

/**
 * Asks before a changed form is left: by a link, Back or logout in our own words, by closing the tab in the browser's.
 * Answers the dialog, to be put into the form.
 */
export function useLeaveGuard(form: Unsaved): ReactNode {
  const [confirm, dialog] = useConfirm();
  const ask = useCallback(async () => !form.isChanged || confirm(question(form)), [form, confirm]);

  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => form.isChanged && currentLocation.pathname !== nextLocation.pathname,
    [form],
  );
  const blocker = useBlocker(shouldBlock);
  const latest = useRef(blocker);
  useEffect(() => {
    latest.current = blocker;
  });
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (!isBlocked) return;
    void ask().then((leave) => (leave ? latest.current.proceed?.() : latest.current.reset?.()));
  }, [isBlocked, ask]);

  useEffect(() => guardNavigation(ask), [ask]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.isChanged) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [form]);
  return dialog;
}

function question({ canStore }: Unsaved): Question {
  return {
    title: 'Leave without saving?',
    content: canStore
      ? 'What you typed is not saved yet. It is kept as a draft, and will be here when you come back.'
      : 'What you typed is not saved yet, and this browser cannot keep it as a draft: it will be lost.',
    okText: 'Leave',
    cancelText: 'Stay',
  };
}
