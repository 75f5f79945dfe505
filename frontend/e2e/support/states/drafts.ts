import { expect, type Page } from '@playwright/test';
import { toasts } from '../toasts';
import { longWord, open, sees, type Walk } from '../walk';

/** What was typed and not saved. */
export const draftsWalk: Walk = [
  {
    name: 'drafts-empty',
    enter: async ({ page }) => {
      await open(page, '/drafts', 'Drafts');
      await sees(page, 'No drafts');
    },
  },
  {
    name: 'drafts',
    enter: async ({ page }) => {
      await typeDraft(page, '/customer-questions/new', 'When does it arrive?');
      await typeDraft(page, '/problems/new', longWord);
      await open(page, '/drafts', 'Drafts');
      await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(2);
    },
  },
];

async function typeDraft(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(toasts(page).getByText('Draft kept')).toBeVisible();
}
