import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** A change by somebody else, or by this person in another tab. */
export type LiveChange = Omit<ChangeDto, 'before' | 'after'>;

type Listener = (changes: LiveChange[]) => void;

const listeners = new Set<Listener>();
/** When each record was last changed, ms, by kind. */
let changedAt = new Map<string, Map<number, number>>();
/** When too many changes were missed to name them, ms. */
let lostAt = 0;

/** Passes changes on to all subscribers; an empty list says that too many were missed to name them. */
export function publishChanges(changes: LiveChange[]): void {
  if (changes.length === 0) lostAt = Date.now();
  for (const { kind, recordId } of changes) {
    const records = changedAt.get(kind) ?? new Map<number, number>();
    changedAt.set(kind, records.set(recordId, Date.now()));
  }
  for (const listener of [...listeners]) listener(changes);
}

/** Forgets all changes, for the next person who signs in. */
export function clearChanges(): void {
  changedAt = new Map();
  lostAt = 0;
}

/** Calls back with changes of records of these kinds or of their parts; with an empty list after too many were missed. */
export function subscribeToChanges(kinds: readonly string[], callback: Listener): () => void {
  const listener: Listener = (changes) => {
    const ofKinds = changes.filter(({ subjectKind }) => kinds.includes(subjectKind));
    if (ofKinds.length > 0 || changes.length === 0) callback(ofKinds);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same while the component is mounted. */
export function useChanges(kinds: readonly string[], callback: Listener): void {
  const latest = useEffectEvent(callback);
  const names = kinds.join(' ');
  useEffect(() => subscribeToChanges(names.split(' '), (changes) => latest(changes)), [names]);
}

/** Changes of others within so long lead to one request, ms. */
const SOON_MS = 5000;

/**
 * Calls back soon after changes of records of these kinds, once for all that come until then; after `firstMs` where it
 * was quiet before.
 */
export function useChangesSoon(kinds: readonly string[], callback: () => void, firstMs = SOON_MS): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const calledAt = useRef(-Infinity);
  useChanges(kinds, () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        calledAt.current = Date.now();
        latest.current();
      },
      Math.max(firstMs, calledAt.current + SOON_MS - Date.now()),
    );
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** How many records of a kind were changed since a time (ms; undefined for never); Infinity if nobody knows. */
export function useChangedCount(kind: string, since: number | undefined): number {
  return useSyncExternalStore(
    (onChange) => subscribeToChanges([kind], onChange),
    () => {
      if (since === undefined) return 0;
      if (lostAt > since) return Infinity;
      return [...(changedAt.get(kind)?.values() ?? [])].filter((at) => at > since).length;
    },
  );
}
