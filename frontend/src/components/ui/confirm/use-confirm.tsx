import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type ConfirmDialog from './confirm-dialog';
import type { Question } from './confirm-dialog';

const load = () => import('./confirm-dialog');
/** Milliseconds after which the dialog is loaded ahead: it may have to open without a network. */
const LOADED_AFTER_MS = 1500;

/** Asks in a dialog, which is no part of the first view: answers what asks, and the dialog to be put on the screen. */
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
  const isGone = useRef(false);
  const answer = useRef<(agreed: boolean) => void>(undefined);
  useEffect(() => {
    isGone.current = false;
    return () => {
      // The dialog goes with its screen: nobody agreed.
      isGone.current = true;
      answer.current?.(false);
    };
  }, []);
  const ask = useCallback(async (question: Question) => {
    // A second click, before the dialog is loaded and over the page, opens no second one.
    if (isAsking.current) return false;
    isAsking.current = true;
    try {
      const loaded = await load().catch(() => undefined);
      if (isGone.current) return false;
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
