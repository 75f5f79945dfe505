/** The state of a link that leads to a record to answer it: the field has the focus as soon as it is there. */
export const FOCUS_REPLY = { focus: 'reply' } as const;

export function isToReply(state: unknown): boolean {
  return (state as Partial<typeof FOCUS_REPLY> | null)?.focus === FOCUS_REPLY.focus;
}
