import { useSyncExternalStore } from 'react';
import { clearUndos, forgetLargeUndo, noteUndo, REDO, UNDO, type ToastAction } from './undo-stack';

export { REDO, UNDO, type ToastAction };

/** What a toast says. */
export interface ToastMessage {
  title?: string;
  description: string;
  variant?: 'default' | 'destructive';
  action?: ToastAction;
  /** Undoes what it tells, where `action` does something else. */
  undo?: ToastAction;
}

/** A message shown for a while in the corner of the screen. */
export interface Toast extends ToastMessage {
  id: number;
  open: boolean;
}

/** Toasts visible at a time. */
const LIMIT = 1;
/** Milliseconds after which a dismissed toast is forgotten. */
export const TOAST_REMOVAL_DELAY = 1_000_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** The undo that a message offers. */
export function undoOf({ undo, action }: ToastMessage): ToastAction | undefined {
  return [undo, action].find((one) => one?.label === UNDO);
}

/** Shows a toast; an earlier one gives way to it. */
export function toast(message: ToastMessage): void {
  const undo = undoOf(message);
  for (const former of toasts) forgetLargeUndo(undoOf(former));
  if (undo) noteUndo(undo);
  lastId += 1;
  publish([{ ...message, id: lastId, open: true }, ...toasts].slice(0, LIMIT));
}

/** Forgets all toasts at once, and what they undo. */
export function clearToasts(): void {
  clearUndos();
  publish([]);
}

/** Closes a toast and forgets it later, so that it can leave with its animation. */
export function dismissToast(id: number): void {
  for (const one of toasts) if (one.id === id) forgetLargeUndo(undoOf(one));
  publish(toasts.map((one) => (one.id === id ? { ...one, open: false } : one)));
  setTimeout(() => publish(toasts.filter((one) => one.id !== id)), TOAST_REMOVAL_DELAY);
}

/** The toasts there are at this moment. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** The same; follows changes. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentToasts);
}
