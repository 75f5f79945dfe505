/** Milliseconds in which a screen is drawn without the part that was removed. */
const DRAWN_AFTER_MS = 100;

/** Focuses the heading of the screen, where the element that had the focus is gone, such as the button that opened a dialog. */
export function focusHeadingIfLost(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }, DRAWN_AFTER_MS);
}
