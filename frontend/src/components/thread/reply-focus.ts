/** The name of the field of a new response, and its id. */
export const FIELD = 'response';

/** The state of a link that leads to a record to answer it: the field has the focus as soon as it is there. */
export const FOCUS_REPLY = { focus: 'reply' } as const;

export function isToReply(state: unknown): boolean {
  return (state as Partial<typeof FOCUS_REPLY> | null)?.focus === FOCUS_REPLY.focus;
}

/** Answers whether the field is there. */
export function focusReply(): boolean {
  const field = document.getElementById(FIELD);
  field?.focus();
  return field !== null;
}
