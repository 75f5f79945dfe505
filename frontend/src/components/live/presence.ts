import { useEffect, useSyncExternalStore } from 'react';
import type { RecordRef } from '../record/record-types';

/** Somebody who has a record open. */
export interface Viewer {
  userId: number;
  userEmail: string;
  /** Whether they write a response to it. */
  isWriting?: boolean;
}

/** Who else has a record open, as the server says. */
export interface Viewers extends RecordRef {
  viewers: Viewer[];
}

const NOBODY: Viewer[] = [];

let open: RecordRef | undefined;
let isWriting = false;
let others: Viewers | undefined;
const listeners = new Set<() => void>();
const publish = () => listeners.forEach((listener) => listener());

/** The record on the screen of this tab, if there is one, and whether a response to it is being written. */
export function openedRecord(): (RecordRef & { isWriting?: true }) | undefined {
  return open && { ...open, ...(isWriting && { isWriting }) };
}

/** Notes whether a response to the record on the screen is being written. */
export function setWriting(is: boolean): void {
  if (is === isWriting) return;
  isWriting = is;
  publish();
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

/** The others who write a response to the record on the screen. */
export function useWriters(): Viewer[] {
  const viewers = useSyncExternalStore(onPresence, () =>
    open && others && isOf(others, open) ? others.viewers : NOBODY,
  );
  return viewers.filter((viewer) => viewer.isWriting);
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
  return useSyncExternalStore(onPresence, () => (others && isOf(others, { kind, recordId }) ? others.viewers : NOBODY));
}

function isOf(viewers: Viewers, { kind, recordId }: Partial<RecordRef>): boolean {
  return viewers.kind === kind && viewers.recordId === recordId;
}
