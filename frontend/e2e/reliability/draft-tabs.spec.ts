import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe';
import { closeTab, keptFields, restored } from '../support/drafts';
import { expect, test } from '../support/fixtures';
import { expectToast, toasts } from '../support/toasts';

test('is asked before a form is left or closed only where the browser stores nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await page.goto('/updates/new');
  await page.getByLabel('Title', { exact: true }).fill('Nowhere to go');
  await page.getByRole('link', { name: 'Ecom CRM Platform' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expect(question).toContainText('It will be lost');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/updates/new');
  expect(await closeTab(page)).toEqual(['beforeunload']);
});

test('two tabs on one form have drafts and keys of their own', async ({ page, context, account, spec, emptied: _ }) => {
  const fill = async (tab: Page, title: string) => {
    await tab.getByLabel('Title', { exact: true }).fill(title);
    await tab.getByLabel('Content', { exact: true }).fill('Two callers');
  };
  await page.goto('/updates/new');
  await fill(page, 'The first caller');
  await expect.poll(() => keptFields(page)).toBeGreaterThan(3);
  const other = await context.newPage();
  await other.goto('/updates/new');
  await expect(other.getByText('You have a draft open in another tab.')).toBeVisible();
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('');
  await fill(other, 'The second caller');

  for (const tab of [page, other]) {
    await tab.bringToFront();
    await tab.getByRole('button', { name: 'Create Update', exact: true }).click();
    await expectToast(tab, spec('toast.updateCreated'));
  }
  const updates = await account.call<{ title: string }[]>('GET', '/api/updates');
  expect(updates.map(({ title }) => title)).toEqual(['The second caller', 'The first caller']);
  await expect.poll(() => keptFields(page)).toBe(0);
});

test('a draft of another tab is continued here, and the tab that closes leaves it', async ({ page, context }) => {
  await page.goto('/updates/new');
  const title = (tab: Page) => tab.getByLabel('Title', { exact: true });
  await title(page).fill('Half a title');
  await expect.poll(() => keptFields(page)).toBeGreaterThan(3);
  const other = await context.newPage();
  await other.goto('/updates/new');
  await other.getByRole('button', { name: 'Continue the draft' }).click();
  await expect(title(other)).toHaveValue('Half a title');
  await expect(page.getByText('You continued this draft in another tab.')).toBeVisible();
  await expect(title(page)).toHaveValue('');
  // What is loaded once more takes nothing from others.
  await page.reload();
  await expect(page.getByText('You have a draft open in another tab.')).toBeVisible();

  await title(other).fill('Half a title and more');
  await other.close({ runBeforeUnload: true });
  await expect.poll(() => context.pages().length).toBe(1);
  await page.reload();
  await expect(restored(page)).toBeVisible();
  await expect(title(page)).toHaveValue('Half a title and more');
});

test('the list of drafts opens and discards them, and takes that back', async ({ page, desk }) => {
  const { id } = await desk.addQuestion({ title: 'Does it fit?' });
  await page.goto(`/customer-questions/${id}`);
  await page.getByLabel('New Response', { exact: true }).fill('It does, and');
  await page.getByRole('link', { name: 'Updates', exact: true }).first().click();
  await expect(toasts(page)).toContainText('Draft kept');
  await page.goto('/updates/new');
  await page.getByLabel('Title', { exact: true }).fill('Stocktaking');
  await page.getByRole('link', { name: 'Ecom CRM Platform' }).click();
  await expect(toasts(page)).toContainText('Draft kept');

  await page.goto('/drafts');
  const rows = page.locator('.draft-row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Stocktaking');
  await expect(rows.nth(1)).toContainText('Does it fit?');
  await expect(rows.nth(1)).toContainText('It does, and');
  await expectAccessible(page, 'the list of drafts');
  await rows.nth(0).getByRole('button', { name: 'Discard' }).click();
  await expect(rows).toHaveCount(1);
  await expect(toasts(page)).toContainText('Draft discarded');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(`/customer-questions/${id}`);
  await expect(page.getByLabel('New Response', { exact: true })).toHaveValue('It does, and');
});
