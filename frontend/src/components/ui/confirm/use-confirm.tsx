import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type ConfirmDialog from './confirm-dialog';
import type { Question } from './confirm-dialog';

const load = () => import('./confirm-dialog');
/** Milliseconds after which the dialog is loaded ahead: it may have to open without a network. */
const LOADED_AFTER_MS = 1500;

/**
 * Asks in a dialog, which is no part of the first view: answers what asks, and the dialog to be put on the screen. The
 * question goes with its page.
 */
export function useConfirm(): [ask: (question: Question) => Promise<boolean>, dialog: ReactNode] {
  // The component is put here once it is loaded: one that suspends while a change of page is blocked may never be drawn.
  const [asked, setAsked] = useState<{
    Dialog: typeof ConfirmDialog;
    question: Question;
    onAnswer: (agreed: boolean) => void;
  }>();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const isAsking = useRef(false);
  /** The page that is shown; two records can have one screen. */
  const page = useRef<object>(undefined);
  const answer = useRef<(agreed: boolean) => void>(undefined);
  const { pathname } = useLocation();
  useEffect(() => {
    page.current = {};
    return () => {
      // The dialog goes with its page: nobody agreed.
      page.current = undefined;
      answer.current?.(false);
      setAsked(undefined);
    };
  }, [pathname]);
  const ask = useCallback(async (question: Question) => {
    // A second click, before the dialog is loaded and over the page, opens no second one.
    if (isAsking.current) return false;
    isAsking.current = true;
    const asking = page.current;
    try {
      const loaded = await load().catch(() => undefined);
      if (!asking || asking !== page.current) return false;
      if (!loaded) return await askPlainly(question);
      // A copy: the same question asked once more is another one.
      return await new Promise<boolean>((onAnswer) => {
        answer.current = onAnswer;
        setAsked({ Dialog: loaded.default, question: { ...question }, onAnswer });
      });
    } finally {
      isAsking.current = false;
    }
  }, []);
  return [ask, asked && <asked.Dialog question={asked.question} onAnswer={asked.onAnswer} />];
}

/** The browser's own dialog, where ours cannot be loaded. */
async function askPlainly({ title, subject, content, onOk }: Question): Promise<boolean> {
  const agreed = window.confirm([title, subject, content].filter(Boolean).join('\n\n'));
  if (agreed) await onOk?.();
  return agreed;
}
