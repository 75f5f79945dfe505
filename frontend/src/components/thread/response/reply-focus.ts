import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useCommands } from '../../commands/commands';
import { holdShortcuts, useReleaseShortcuts } from '../../commands/shortcut-hold';
import type { ResponseKind } from './thread-response';

/** The name of the field of a new response, and its id. */
export const FIELD = 'response';

/** The id of the choice of a kind. */
export const kindId = (kind: ResponseKind): string => `response-kind-${kind}`;

/** The state of a link that leads to a record to answer it: the field has the focus as soon as it is there. */
export const FOCUS_REPLY = { focus: 'reply' } as const;

interface Reply {
  /** The kind that was asked for before the field was there: the field has the focus from its start. */
  asked: ResponseKind | undefined;
  /** Begins an answer. */
  reply: () => void;
}

/** Begins an answer or a note by a key or a button, which may come before the field and before the record. */
export function useReply(recordId: number, hasFailed: boolean): Reply {
  const state = useLocation().state as Partial<typeof FOCUS_REPLY> | null;
  // Back and a reload give the focus to what had it before.
  const isWayBack = useNavigationType() === NavigationType.Pop;
  const [asked, setAsked] = useState<{ recordId: number; kind: ResponseKind }>();
  // Who comes back to the record has asked for nothing.
  if (asked && asked.recordId !== recordId) setAsked(undefined);
  // There will be no field.
  useReleaseShortcuts(hasFailed);
  function begin(kind: ResponseKind) {
    if (focusField(kind) || hasFailed) return;
    holdShortcuts();
    setAsked({ recordId, kind });
  }
  useCommands([
    { label: 'Reply', group: 'This screen', keys: 'r', run: () => begin('staff') },
    { label: 'Write a note', group: 'This screen', keys: 'm', run: () => begin('note') },
  ]);
  const isByLink = state?.focus === FOCUS_REPLY.focus && !isWayBack;
  return {
    asked: asked?.recordId === recordId ? asked.kind : isByLink ? 'staff' : undefined,
    reply: () => begin('staff'),
  };
}

/** Answers whether the field is there. */
function focusField(kind: ResponseKind): boolean {
  const field = document.getElementById(FIELD) as HTMLTextAreaElement | null;
  // An answer that was typed can be made a note; a note with text stays one.
  if (kind === 'note' || !field?.value) chooseKind(kind);
  field?.focus();
  return field !== null;
}

export function chooseKind(kind: ResponseKind): void {
  document.getElementById(kindId(kind))?.click();
}
