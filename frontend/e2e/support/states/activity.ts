import { expect } from '@playwright/test';
import { hold, refuse } from '../answers';
import { longWord, open, press, sees, type Walk } from '../walk';

/** What changed, in every state. */
export const activityWalk: Walk = [
  {
    name: 'activity-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/activity?*');
      await open(page, '/activity', 'What changed');
    },
  },
  {
    name: 'activity-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/activity?*');
      await open(page, '/activity', 'What changed');
      await sees(page, 'What changed could not be loaded.');
    },
  },
  {
    name: 'activity',
    enter: async ({ page, desk }) => {
      const { id } = await desk.addProblem({ title: longWord });
      await desk.changeProblem(id, { description: 'When warm, too.' });
      await desk.respond(`/api/problems/${id}`, 'Noted');
      await press(page, 'Retry');
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(3);
    },
  },
  {
    name: 'activity-question',
    overlay: true,
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await expect(page.getByRole('dialog', { name: 'Delete this problem?' })).toBeVisible();
    },
  },
  {
    name: 'activity-nothing',
    enter: async ({ page }) => {
      await open(page, '/activity?day=2020-02-02', 'What changed');
      await sees(page, 'Nothing matches these filters.');
    },
  },
];

/** The deleted records in every state. */
export const trashWalk: Walk = [
  {
    name: 'trash-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/activity?*');
      await open(page, '/trash', 'Deleted records');
    },
  },
  {
    name: 'trash-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/activity?*');
      await open(page, '/trash', 'Deleted records');
      await sees(page, 'The deleted records could not be loaded.');
    },
  },
  {
    name: 'trash-empty',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await sees(page, 'No deleted records');
    },
  },
  {
    name: 'trash',
    enter: async ({ page, desk }) => {
      for (const title of [longWord, 'Cracked disc']) {
        const { id } = await desk.addProblem({ title });
        await page.request.delete(`/api/problems/${id}`);
      }
      await open(page, '/trash', 'Deleted records');
      const item = page.getByRole('listitem').filter({ hasText: 'Cracked disc' });
      await item.getByRole('button', { name: 'Restore' }).click();
      await expect(item).toContainText('Restored · Open');
    },
  },
];
