import { useSyncExternalStore } from 'react';

/** What a person can do about a message: `Undo`, `Open`. */
export interface ToastAction {
  label: string;
  /** Ends when it is done: a second one waits for it. */
  onClick: () => void | Promise<void>;
  /** What it undoes, where a later action undoes the same and more. */
  of?: object;
}

/** So many changes can be undone one after the other. */
const MAX_UNDOS = 20;

/** What this tab has changed since the person signed in and can undo, the last first. */
let undos: readonly ToastAction[] = [];
let running: Promise<void> | undefined;
const listeners = new Set<() => void>();

function publish(next: readonly ToastAction[]): void {
  undos = next;
  for (const listener of listeners) listener();
}

/** Makes an undo the next one, or with `isEarlier` the one after that. It replaces one `of` the same. */
export function noteUndo(undo: ToastAction, isEarlier = false): void {
  const others = undos.filter(({ of }) => !of || of !== undo.of);
  const later = isEarlier ? others.slice(0, 1) : [];
  publish([...later, undo, ...others.slice(later.length)].slice(0, MAX_UNDOS));
}

/** The next undo; it is offered no more. */
export function takeLastUndo(): ToastAction | undefined {
  const [last, ...others] = undos;
  publish(others);
  return last;
}

/** Forgets them all, such as for another person. */
export function clearUndos(): void {
  publish([]);
}

/** Whether there is something to undo; follows changes. */
export function useHasUndo(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => undos.length > 0,
  );
}

/** Does what a toast offers, once, and after what is being undone: of two changes of a record the later is undone first. */
export function runAction(action: ToastAction): void {
  publish(undos.filter((one) => one !== action));
  const own = running ? running.then(() => action.onClick()) : action.onClick();
  if (!own) return;
  const settled = own
    .catch(() => undefined)
    .then(() => {
      if (running === settled) running = undefined;
    });
  running = settled;
}
