import { focusIfLost } from '../../lib/focus-if-lost';

/** Focuses the heading of the screen, where the element that had the focus is gone, such as the button that opened a dialog. */
export function focusHeadingIfLost(): void {
  focusIfLost(() => document.querySelector('main h1'));
}
