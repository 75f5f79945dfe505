import { useEffect, useSyncExternalStore } from 'react';
import type { RecordRef } from '../record/record-types';

/** Who else has a record open, as the server says. */
export interface Viewers extends RecordRef {
  viewers: { userEmail: string }[];
}

const NOBODY: string[] = [];

let open: RecordRef | undefined;
let others: { record: RecordRef; emails: string[] } | undefined;
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
export function setViewers({ kind, recordId, viewers }: Viewers): void {
  others = { record: { kind, recordId }, emails: viewers.map(({ userEmail }) => userEmail) };
  publish();
}

/** Has a record open as long as the component is there; answers the e-mail addresses of the others who have. */
export function useViewers(record: RecordRef | undefined): string[] {
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
    others && others.record.kind === kind && others.record.recordId === recordId ? others.emails : NOBODY,
  );
}
