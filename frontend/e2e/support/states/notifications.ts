import { expect } from '@playwright/test';
import { Account } from '../account';
import { hold, refuse } from '../answers';
import { longWord, open, press, sees, type Walk } from '../walk';

const LIST = '**/api/notifications?*';

/** What colleagues did, in every state. */
export const notificationsWalk: Walk = [
  {
    name: 'notifications-loading',
    enter: async ({ page }) => {
      await hold(page, LIST);
      await open(page, '/notifications', 'Notifications');
    },
  },
  {
    name: 'notifications-failed',
    enter: async ({ page }) => {
      await refuse(page, LIST);
      await open(page, '/notifications', 'Notifications');
      await sees(page, 'Your notifications could not be loaded.');
    },
  },
  {
    name: 'notifications-none',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await expect(page.getByText('No notifications yet')).toBeVisible();
    },
  },
  {
    name: 'notifications',
    enter: async ({ page, desk }) => {
      const { id } = await desk.addProblem({ title: longWord });
      const colleague = await Account.register(new URL(page.url()).origin);
      await colleague.call('POST', `/api/problems/${id}/responses`, { response: `${longWord} https://example.com` });
      await colleague.call('PATCH', `/api/problems/${id}/status`, { status: 'resolved' });
      await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'notifications-popover',
    overlay: true,
    enter: async ({ page }) => {
      await open(page, '/drafts', 'Drafts');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('link', { name: 'See all' })).toBeVisible();
    },
  },
];
