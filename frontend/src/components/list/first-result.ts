/** Milliseconds that the search may take; afterwards the focus stays where it is. */
const PATIENCE_MS = 3000;

/** Moves the focus from the search box to the first record of the list as soon as that is the answer to `q`. */
export function focusFirstResult(box: Element, q: string): void {
  const deadline = performance.now() + PATIENCE_MS;
  requestAnimationFrame(function look() {
    if (document.activeElement !== box) return;
    const list = document.querySelector<HTMLElement>('.record-list[aria-busy=false]');
    if (list?.dataset.q === q) list.querySelector<HTMLElement>('article a')?.focus();
    else if (performance.now() < deadline) requestAnimationFrame(look);
  });
}
