import type { Page } from '@playwright/test';

/** What a person has done on a page. */
export interface Effort {
  clicks: number;
  /** A chord such as Ctrl+Enter is one. */
  keys: number;
}

/**
 * Counts clicks of the pointer and keys as long as the page is not loaded again; text that comes in by `insertText` counts
 * as none.
 */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  const effort = await page.evaluateHandle((): Effort => {
    const counted = { clicks: 0, keys: 0 };
    document.addEventListener('pointerdown', () => (counted.clicks += 1), true);
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (!['Control', 'Shift', 'Alt', 'Meta'].includes(key)) counted.keys += 1;
      },
      true,
    );
    return counted;
  });
  return () => effort.jsonValue();
}
