import { useSyncExternalStore } from 'react';
import { onWindowEvents } from './window-events';

/** Whether the browser has a network at all; follows changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => onWindowEvents(['online', 'offline'], onChange),
    () => navigator.onLine,
  );
}
