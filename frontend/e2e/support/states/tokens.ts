import { expect } from '@playwright/test';
import { hold, refuse } from '../answers';
import { longWord, open, press, sees, type Walk } from '../walk';

/** Access tokens in every state. */
export const tokensWalk: Walk = [
  {
    name: 'tokens-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/tokens');
      await open(page, '/tokens', 'Access tokens');
    },
  },
  {
    name: 'tokens-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/tokens');
      await open(page, '/tokens', 'Access tokens');
      await sees(page, 'Failed to fetch your tokens');
    },
  },
  {
    name: 'tokens-empty',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await sees(page, 'No access tokens yet');
    },
  },
  {
    name: 'tokens-errors',
    enter: async ({ page }) => {
      await press(page, 'Create token');
      await sees(page, 'Name is required');
    },
  },
  {
    name: 'tokens-made',
    enter: async ({ page }) => {
      for (const name of [longWord, 'Nightly import']) {
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Name', { exact: true }).press('Enter');
        await expect(page.getByRole('heading', { name })).toBeVisible();
      }
      await expect(page.locator('#new-token')).toHaveValue(/^ecom_/);
    },
  },
  {
    name: 'tokens-revoke',
    overlay: true,
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Revoke' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
