import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Question } from './confirm-dialog';

const load = () => import('./confirm-dialog');
const ConfirmDialog = lazy(load);
/** Milliseconds after which the dialog is loaded ahead: it may have to open without a network. */
const LOADED_AFTER_MS = 1500;

/** Asks in a dialog, which is no part of the first view: answers what asks, and the dialog to be put on the screen. */
export function useConfirm(): [ask: (question: Question) => Promise<boolean>, dialog: ReactNode] {
  const [asked, setAsked] = useState<{ question: Question; onAnswer: (agreed: boolean) => void }>();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const ask = useCallback(async (question: Question) => {
    try {
      await load();
    } catch {
      return askPlainly(question);
    }
    return new Promise<boolean>((onAnswer) => setAsked({ question, onAnswer }));
  }, []);
  const dialog = asked && (
    <Suspense>
      <ConfirmDialog {...asked} />
    </Suspense>
  );
  return [ask, dialog];
}

/** The browser's own dialog, where ours cannot be loaded. */
async function askPlainly({ title, content, onOk }: Question): Promise<boolean> {
  const agreed = window.confirm(`${title}\n\n${content}`);
  if (agreed) await onOk?.();
  return agreed;
}
