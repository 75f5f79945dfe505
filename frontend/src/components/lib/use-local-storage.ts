import { useSyncExternalStore } from 'react';
import { onWindowEvents } from './window-events';

/** Tells this page of a change; the browser's own `storage` event tells the other tabs. */
const CHANGED = 'stored';

/** A text that this browser keeps; null where it has none, or keeps nothing. */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser, if it keeps any; null forgets it. */
export function writeLocalStorage(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Told not to keep anything, or full: what is kept here only saves a step.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** The same as `readLocalStorage`; follows changes, those of other tabs too. */
export function useLocalStorage(key: string): string | null {
  return useSyncExternalStore(
    (onChange) => onWindowEvents([CHANGED, 'storage'], onChange),
    () => readLocalStorage(key),
  );
}
