import type { Locator, Page } from '@playwright/test';

/** Says that what is shown was typed earlier. */
export function restored(page: Page): Locator {
  return page.getByText('Your draft was restored');
}

/** How many fields of drafts the browser keeps. */
export function keptFields(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('ecom-crm');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('drafts').objectStore('drafts').count();
          counting.onerror = () => reject(counting.error!);
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );
}

/** Closes the tab as a person does, and answers what the browser asks first. */
export async function closeTab(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  return asked;
}
