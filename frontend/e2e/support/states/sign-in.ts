import { expect } from '@playwright/test';
import { toasts } from '../toasts';
import { open, press, type Walk } from '../walk';

/** What a signed-out visitor sees. */
export const signInWalk: Walk = [
  { name: 'auth-login', signedOut: true, enter: ({ page }) => open(page, '/auth', 'Login') },
  {
    name: 'auth-register',
    enter: async ({ page }) => {
      await press(page, "Don't have an account? Register");
    },
  },
  {
    name: 'auth-errors',
    enter: async ({ page }) => {
      await open(page, '/auth', 'Login');
      await press(page, 'Login');
      await expect(page.getByText('Invalid email address')).toBeVisible();
    },
  },
  {
    name: 'auth-refused',
    enter: async ({ page }) => {
      await open(page, '/auth', 'Login');
      await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not a password');
      await press(page, 'Login');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  { name: 'not-found-signed-out', enter: ({ page }) => open(page, '/no/such/page', '404 Page Not Found') },
];
