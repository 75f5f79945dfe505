import { useEffect } from 'react';

/** Milliseconds after which the keys work again where the field never comes and nobody does anything else. */
const HOLD_MS = 60_000;

let heldUntil = 0;
let typed = '';

/** Between the key that asks for a field and the field: what is typed is meant for it, and must not run shortcuts. */
export function holdShortcuts(): void {
  heldUntil = Date.now() + HOLD_MS;
  typed = '';
}

/** Keeps a key for the field that was asked for; answers false where none was. */
export function holdKey(key: string): boolean {
  if (Date.now() >= heldUntil) return false;
  typed += key === 'Enter' ? '\n' : key;
  return true;
}

/** The field has the focus, or is not wanted any longer: the keys work again. Answers what was typed until now. */
export function releaseShortcuts(): string {
  const text = typed;
  heldUntil = 0;
  typed = '';
  return text;
}

/** Releases the keys once the field is there, or it is certain that none comes. */
export function useReleaseShortcuts(isOver: boolean): void {
  useEffect(() => {
    if (isOver) releaseShortcuts();
  }, [isOver]);
}
