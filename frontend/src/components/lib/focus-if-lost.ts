/** Milliseconds in which a screen is drawn without the part that was removed. */
const DRAWN_AFTER_MS = 100;

/** Focuses an element, where the one that had the focus is gone, or is in a question that is about to go. */
export function focusIfLost(find: () => HTMLElement | null): void {
  // Not in one that is opened after this: its buttons keep the focus.
  const going = document.activeElement?.closest('.ant-modal');
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement === body || going?.contains(activeElement)) find()?.focus();
  }, DRAWN_AFTER_MS);
}
