import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useCommands } from '../../commands/commands';
import { holdShortcuts, releaseShortcuts } from '../../commands/shortcut-hold';

/** The name of the field of a new response, and its id. */
export const FIELD = 'response';

/** The state of a link that leads to a record to answer it: the field has the focus as soon as it is there. */
export const FOCUS_REPLY = { focus: 'reply' } as const;

/** Gives the field the focus by a key, which may come before the field and before the record. Answers whether the field has it from its start. */
export function useReply(recordId: number, hasFailed: boolean): boolean {
  const state = useLocation().state as Partial<typeof FOCUS_REPLY> | null;
  const [asked, setAsked] = useState<number>();
  useEffect(() => {
    // There will be no field.
    if (hasFailed) releaseShortcuts();
  }, [hasFailed]);
  function reply() {
    if (focusReply() || hasFailed) return;
    holdShortcuts();
    setAsked(recordId);
  }
  useCommands([{ label: 'Reply', group: 'This screen', keys: 'r', run: reply }]);
  return asked === recordId || state?.focus === FOCUS_REPLY.focus;
}

/** Answers whether the field is there. */
function focusReply(): boolean {
  const field = document.getElementById(FIELD);
  field?.focus();
  return field !== null;
}
