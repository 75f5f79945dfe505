/** Milliseconds in which a screen is drawn without the part that was removed. */
const DRAWN_AFTER_MS = 100;

/** Focuses an element, where the one that had the focus is gone, or is in a question that is about to go. */
export function focusIfLost(find: () => HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement?.matches('body, .ant-modal *')) find()?.focus();
  }, DRAWN_AFTER_MS);
}
