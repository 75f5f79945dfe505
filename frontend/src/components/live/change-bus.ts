import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** What somebody else, or this person in another tab, has changed. */
export type LiveChange = Omit<ChangeDto, 'before' | 'after'>;

type Listener = (changes: LiveChange[]) => void;

const listeners = new Set<Listener>();
/** When each record was last heard of, ms, by kind. */
let heard = new Map<string, Map<number, number>>();
/** When so much was missed that nobody can say what changed, ms. */
let lostAt = 0;

/** Tells all who listen what was changed; without any change, that too much was missed to say what. */
export function announce(changes: LiveChange[]): void {
  if (changes.length === 0) lostAt = Date.now();
  for (const { kind, recordId } of changes) {
    const records = heard.get(kind) ?? new Map<number, number>();
    heard.set(kind, records.set(recordId, Date.now()));
  }
  for (const listener of [...listeners]) listener(changes);
}

/** Forgets what was heard of, for the next person who signs in. */
export function clearChanges(): void {
  heard = new Map();
  lostAt = 0;
}

/** Calls back with what changes in records of these kinds or in their parts; with nothing after too much was missed. */
export function subscribeToChanges(kinds: readonly string[], callback: Listener): () => void {
  const listener: Listener = (changes) => {
    const ofKinds = changes.filter(({ subjectKind }) => kinds.includes(subjectKind));
    if (ofKinds.length > 0 || changes.length === 0) callback(ofKinds);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same as long as the component is there. */
export function useChanges(kinds: readonly string[], callback: Listener): void {
  const latest = useEffectEvent(callback);
  const names = kinds.join(' ');
  useEffect(() => subscribeToChanges(names.split(' '), (changes) => latest(changes)), [names]);
}

/** How many records of a kind were changed since a time (ms; undefined for never); Infinity where nobody can say. */
export function useChangedCount(kind: string, since: number | undefined): number {
  return useSyncExternalStore(
    (onChange) => subscribeToChanges([kind], onChange),
    () => {
      if (since === undefined) return 0;
      if (lostAt > since) return Infinity;
      return [...(heard.get(kind)?.values() ?? [])].filter((at) => at > since).length;
    },
  );
}
