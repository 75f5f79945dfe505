/** Whether the person is in the middle of something, which another screen would take away; a field that is the `own` one does not count. */
export function isTyping(own?: Element | null): boolean {
  const { activeElement } = document;
  const isInField = activeElement !== own && Boolean(activeElement?.matches('input, textarea'));
  return isInField || document.querySelector('dialog[open]') !== null;
}
