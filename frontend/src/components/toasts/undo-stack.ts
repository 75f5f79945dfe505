import { useSyncExternalStore } from 'react';

/** The label of the action that a key presses, too, also when its toast is gone. */
export const UNDO = 'Undo';
/** The label of the action that does again what was undone; no key presses it. */
export const REDO = 'Redo';

/** What a person can do about a message: `Undo`, `Open`. */
export interface ToastAction {
  label: string;
  /** Ends when it is done: a second undo waits for it. `isTold` says whether its toast was on the screen. */
  onClick: (isTold?: boolean) => void | Promise<void>;
  /** Whether it changes many records: without its toast no key does that. */
  isLarge?: boolean;
  /** What it undoes, where a later action undoes the same and more. */
  of?: object;
}

/** So many changes can be undone one after the other. */
const MAX_UNDOS = 20;

/** What this tab has changed since the person signed in and can undo, the last first. */
let undos: readonly ToastAction[] = [];
let running: Promise<void> | undefined;
let noted = 0;
const listeners = new Set<() => void>();

function publish(next: readonly ToastAction[]): void {
  undos = next;
  for (const listener of listeners) listener();
}

/** Makes an undo the next one, or with `isEarlier` the one after that. It replaces one `of` the same. */
export function noteUndo(undo: ToastAction, isEarlier = false): void {
  noted += 1;
  const others = undos.filter(({ of }) => !of || of !== undo.of);
  const later = isEarlier ? others.slice(0, 1) : [];
  publish([...later, undo, ...others.slice(later.length)].slice(0, MAX_UNDOS));
}

/** How many undos there were so far. */
export function countNoted(): number {
  return noted;
}

/** The next undo; it is offered no more. */
export function takeLastUndo(): ToastAction | undefined {
  const [last, ...others] = undos;
  publish(others);
  return last;
}

/** Forgets a large one, whose toast is gone. */
export function forgetLargeUndo(undo: ToastAction | undefined): void {
  if (undo?.isLarge) publish(undos.filter((one) => one !== undo));
}

/** Forgets them all, such as for another person, and what waits. */
export function clearUndos(): void {
  running = undefined;
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

/** Does what a toast offers, once; an undo after the one before it: of two changes of a record the later is undone first. */
export function runAction(action: ToastAction, isTold = true): void {
  publish(undos.filter((one) => one !== action));
  if (action.label !== UNDO && action.label !== REDO) return void action.onClick();
  const before = running;
  const own = before
    ? before.then(() => (running === settled ? action.onClick(isTold) : undefined))
    : action.onClick(isTold);
  if (!own) return;
  const settled: Promise<void> = own
    .catch(() => undefined)
    .then(() => {
      if (running === settled) running = undefined;
    });
  running = settled;
}
