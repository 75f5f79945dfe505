import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router-dom';

interface Unsaved {
  readonly isChanged: boolean;
  /** Whether what was typed will be here on return. */
  readonly canStore: boolean;
}

let askNow: (() => PromiseLike<boolean>) | undefined;

/** Asks, if a changed form is on the screen, before a way out that is no change of page; answers whether to go on. */
export async function mayLeave(): Promise<boolean> {
  return askNow ? askNow() : true;
}

/** Asks before a changed form is left: by a link or Back in our own words, by closing the tab in the browser's. */
export function useLeaveGuard(form: Unsaved): void {
  const { modal } = App.useApp();
  const ask = useCallback(async () => !form.isChanged || modal.confirm(question(form)), [form, modal]);

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

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.isChanged) event.preventDefault();
    };
    askNow = ask;
    window.addEventListener('beforeunload', warn);
    return () => {
      if (askNow === ask) askNow = undefined;
      window.removeEventListener('beforeunload', warn);
    };
  }, [form, ask]);
}

function question({ canStore }: Unsaved) {
  return {
    title: 'Leave without saving?',
    content: canStore
      ? 'What you typed is not saved yet. It is kept as a draft, and will be here when you come back.'
      : 'What you typed is not saved yet, and this browser cannot keep it as a draft: it will be lost.',
    okText: 'Leave',
    cancelText: 'Stay',
    focusable: { autoFocusButton: 'cancel' },
  } as const;
}
