import { useContext, useEffect, useMemo } from 'react';
import { DraftOwner } from '../drafts/draft-owner';
import type { RecordRef } from '../record/record-types';
import { writeLocalStorage, readLocalStorage, useLocalStorage } from '../lib/use-local-storage';

/** What a person has opened: a record, or the screen of a command. */
export type Recent = (RecordRef & { title: string }) | { command: string };

const LIMIT = 8;

const keyOf = (userId: number) => `recent-${userId}`;

/** What a person has opened in this browser, the last first. */
export function useRecents(userId: number): Recent[] {
  const text = useLocalStorage(keyOf(userId));
  return useMemo(() => parsed(text), [text]);
}

/** Notes that a person has opened something. */
export function remember(userId: number, opened: Recent): void {
  const others = parsed(readLocalStorage(keyOf(userId))).filter((one) => nameOf(one) !== nameOf(opened));
  writeLocalStorage(keyOf(userId), JSON.stringify([opened, ...others].slice(0, LIMIT)));
}

/** Notes that the person who is signed in looks at a record, once it is there. */
export function useVisited(record: RecordRef | undefined, title: string | undefined): void {
  const userId = useContext(DraftOwner);
  const { kind, recordId } = record ?? {};
  useEffect(() => {
    if (kind && recordId && title) remember(userId, { kind, recordId, title });
  }, [userId, kind, recordId, title]);
}

/** Leaves no trace of what a person has opened. */
export function forgetRecents(userId: number): void {
  writeLocalStorage(keyOf(userId), null);
}

function nameOf(recent: Recent): string {
  return 'command' in recent ? recent.command : `${recent.kind} ${recent.recordId}`;
}

// Anything may be kept there: an earlier version's, or by hand.
function parsed(text: string | null): Recent[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  const { command, kind, recordId, title } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof command === 'string' ||
    (typeof kind === 'string' && typeof recordId === 'number' && typeof title === 'string')
  );
}
