import { useEffect, useSyncExternalStore } from 'react';
import type { RecordRef } from '../record/record-types';

/** Somebody who has a record open. */
export interface Viewer {
  userId: number;
  userEmail: string;
}

/** Who else has a record open, as the server says. */
export interface Viewers extends RecordRef {
  viewers: Viewer[];
}

const NOBODY: Viewer[] = [];

let open: RecordRef | undefined;
let others: Viewers | undefined;
const listeners = new Set<() => void>();
const publish = () => listeners.forEach((listener) => listener());

/** The record on the screen of this tab, if there is one. */
export function openedRecord(): RecordRef | undefined {
  return open;
}

/** Calls back when this tab opens or leaves a record, or somebody else does. */
export function onPresence(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Notes who else has a record open. */
export function setViewers(viewers: Viewers): void {
  others = viewers;
  publish();
}

/** Has a record open as long as the component is there; answers the others who have. */
export function useViewers(record: RecordRef | undefined): Viewer[] {
  const { kind, recordId } = record ?? {};
  useEffect(() => {
    if (kind === undefined || recordId === undefined) return undefined;
    const own = { kind, recordId };
    open = own;
    publish();
    return () => {
      if (open === own) open = undefined;
      publish();
    };
  }, [kind, recordId]);
  return useSyncExternalStore(onPresence, () =>
    others && others.kind === kind && others.recordId === recordId ? others.viewers : NOBODY,
  );
}
