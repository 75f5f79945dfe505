import type { Page } from '@playwright/test';

/** The texts that are cut off without a sign of it, or lie outside the page. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('.visually-hidden, .skip-link, [aria-hidden=true]') !== null;
    const scrolls = (value: string) => value === 'auto' || value === 'scroll';
    /** What cuts off a text at this place: the nearest box around it that hides what is too wide or too high. */
    const cutter = (element: Element, { left, right, top, bottom }: DOMRect): Element | undefined => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
        if (scrolls(overflowX) || scrolls(overflowY)) return undefined;
        // Hidden from sight on purpose, for screen readers.
        if (box.getBoundingClientRect().width <= 1) return undefined;
        const isSaid = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || box.closest('[title]') !== null;
        const edge = box.getBoundingClientRect();
        if (overflowX !== 'visible' && !isSaid && (left < edge.left - 1 || right > edge.right + 1)) return box;
        if (overflowY !== 'visible' && !isSaid && (top < edge.top - 2 || bottom > edge.bottom + 2)) return box;
        if (isSaid && overflowX !== 'visible') return undefined;
      }
      return left < -1 || right > innerWidth + 1 ? document.body : undefined;
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const place = range.getBoundingClientRect();
      const box = place.width > 0 ? cutter(element, place) : undefined;
      if (box) found.push(`"${node.textContent.trim().slice(0, 60)}" by ${box.tagName} ${box.className}`);
    }
    return found;
  });
}

/** Goes through the page by Tab; answers what had the focus and was covered or out of sight. */
export async function coveredByTab(page: Page, presses = 40): Promise<string[]> {
  const covered = new Set<string>();
  for (let pressed = 0; pressed < presses; pressed += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(async () => {
      // Scrolling there takes a frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const shown = element.closest('label') ?? element;
      // A title of three lines that shows two has lines out of sight.
      const clip = [shown, shown.parentElement].find((one) => one && getComputedStyle(one).overflowY !== 'visible');
      const lowest = clip?.getBoundingClientRect().bottom ?? Infinity;
      const places = [...shown.getClientRects()].filter(({ top }) => top < lowest - 1);
      // Such as the hidden field for files.
      if (places.every(({ width, height }) => width < 5 || height < 5)) return undefined;
      const isHit = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (shown.contains(hit) || hit.closest('.ant-select')?.contains(element) === true);
      };
      // The browser scrolls to the cursor of a text, which is at its start.
      const isTall = element.matches('textarea') || shown.getBoundingClientRect().height > innerHeight / 2;
      const points = places.flatMap(({ left, width, top, bottom }) =>
        [top + 3, (top + bottom) / 2, bottom - 3].map((y) => isHit(left + width / 2, y)),
      );
      if (isTall ? points.some(Boolean) : points.every(Boolean)) return undefined;
      return `${element.tagName} ${element.id} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)} at ${Math.round(places[0]?.top ?? 0)}`;
    });
    if (found === '') break;
    if (found) covered.add(found);
  }
  return [...covered];
}
