import { expect, type Page } from '@playwright/test';
import { Account } from '../account';
import { hold, refuse } from '../answers';
import { longWord, open, press, sees, type Walk } from '../walk';

/** Signs the person of the page in once more, in another browser. */
async function signInElsewhere(page: Page): Promise<void> {
  const { email } = (await (await page.request.get('/api/user')).json()) as { email: string };
  await fetch(new URL('/api/login', page.url()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1' },
    body: JSON.stringify({ email, password: 'a long enough password' }),
  });
}

/** One's own account in every state. */
export const accountWalk: Walk = [
  {
    name: 'account-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/sessions');
      await open(page, '/account', 'Account');
    },
  },
  {
    name: 'account-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/sessions');
      await open(page, '/account', 'Account');
      await sees(page, 'Could not load your sessions');
    },
  },
  {
    name: 'account',
    enter: async ({ page }) => {
      await signInElsewhere(page);
      await press(page, 'Retry');
      await sees(page, 'Safari on iPhone');
    },
  },
  {
    name: 'account-errors',
    enter: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Display name' }).fill('x'.repeat(81));
      await press(page, 'Save name');
      await sees(page, 'Name must be at most 80 characters');
      await page.getByLabel('Current password').fill('not the password');
      await page.getByLabel('New password').fill('password123');
      await press(page, 'Change password');
      await sees(page, 'This password is one of the most common ones. Choose another one');
    },
  },
  {
    name: 'account-named',
    enter: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Display name' }).fill(longWord.slice(0, 80));
      await press(page, 'Save name');
      await sees(page, 'Display name saved');
      await press(page, 'Log out everywhere else');
      await expect(page.getByText('Safari on iPhone')).toBeHidden();
    },
  },
];

/** Who works here in every state. */
export const colleaguesWalk: Walk = [
  {
    name: 'colleagues-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/users');
      await open(page, '/colleagues', 'Colleagues');
    },
  },
  {
    name: 'colleagues-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/users');
      await open(page, '/colleagues', 'Colleagues');
      await sees(page, 'Could not load your colleagues');
    },
  },
  {
    name: 'colleagues',
    enter: async ({ page }) => {
      const { origin } = new URL(page.url());
      for (const name of ['Ben Okafor', longWord.slice(0, 80)])
        await (await Account.register(origin)).call('PATCH', '/api/user', { name });
      await press(page, 'Retry');
      await sees(page, 'Ben Okafor');
    },
  },
  {
    name: 'colleagues-question',
    overlay: true,
    enter: async ({ page }) => {
      await page.getByRole('listitem').filter({ hasText: 'Ben Okafor' }).getByRole('button').click();
      await expect(page.getByRole('dialog', { name: 'Deactivate Ben Okafor?' })).toBeVisible();
    },
  },
  {
    name: 'colleagues-deactivated',
    enter: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
      await sees(page, 'Ben Okafor is deactivated');
      await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();
    },
  },
];
