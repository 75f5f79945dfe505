import { expect } from '@playwright/test';
import { hold, refuse } from '../answers';
import { toasts } from '../toasts';
import { open, press, type Walk } from '../walk';

/** The dashboard, and the page that is none. */
export const dashboardWalk: Walk = [
  {
    name: 'dashboard-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/statistics');
      await open(page, '/', 'Dashboard');
    },
  },
  {
    name: 'dashboard',
    enter: async ({ page }) => {
      await page.route('**/api/statistics', (route) =>
        route.fulfill({ json: { products: 312, problems: 17, questions: 48, updates: 9 } }),
      );
      await open(page, '/', 'Dashboard');
      await expect(page.locator('main canvas').first()).toBeVisible();
    },
  },
  {
    name: 'account-menu',
    overlay: true,
    enter: async ({ page }) => {
      await page.route('**/api/invites', (route) =>
        route.fulfill({
          status: 201,
          json: { url: `https://crm.example/auth?invite=${'a'.repeat(43)}`, expiresAt: '2026-01-31T12:00:00.000Z' },
        }),
      );
      await open(page, '/', 'Dashboard');
      await page.locator('.account-button').click();
      await press(page, 'Invite a colleague');
      await expect(page.getByLabel(/^Link for one new colleague/)).toBeVisible();
    },
  },
  {
    name: 'dashboard-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/statistics');
      await open(page, '/', 'Dashboard');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  { name: 'not-found', enter: ({ page }) => open(page, '/no/such/page', '404 Page Not Found') },
];
