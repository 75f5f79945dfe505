import { useSyncExternalStore } from 'react';
import { onClock } from '../../ui/time-ago';

/** Whether something that is put off until a time still is, as the clock goes on. */
export function useIsSnoozed(until: string | undefined): boolean {
  return useSyncExternalStore(onClock, () => until !== undefined && Date.parse(until) > Date.now());
}
