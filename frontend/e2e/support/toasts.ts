import { expect, type Locator, type Page } from '@playwright/test';
import { specTable } from '../spec-table/index';
import type { Toast } from '../spec-table/row';

/** The toasts that can be seen now. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: specTable['toaster.label'].value, exact: true }).getByRole('listitem');
}

/** Waits until exactly this toast is shown, and no other; what can be done about it is left out. */
export async function expectToast(page: Page, { title, text, variant }: Toast): Promise<void> {
  const words = [title, text].filter((part) => part !== undefined).join(' ');
  await expect(toasts(page).locator('.toast-text')).toHaveText([words], { useInnerText: true });
  await expect(toasts(page)).toHaveClass(new RegExp(`toast-${variant}`));
}
