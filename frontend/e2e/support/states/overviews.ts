import { expect, type Page } from '@playwright/test';
import { hold, refuse } from '../answers';
import { toasts } from '../toasts';
import { longWord, open, press, sees, type Walk } from './walk';

const activity = '**/api/activity?*';

/** What changed, from loading to an undo that waits for an answer. */
const activityWalk: Walk = [
  {
    name: 'activity-loading',
    enter: async ({ page }) => {
      await hold(page, activity);
      await open(page, '/activity', 'What changed');
    },
  },
  {
    name: 'activity-failed',
    enter: async ({ page }) => {
      await refuse(page, activity);
      await open(page, '/activity', 'What changed');
      await sees(page, 'What changed could not be loaded.');
    },
  },
  {
    name: 'activity',
    enter: async ({ page, catalogue, desk }) => {
      await catalogue.add({ name: longWord });
      await desk.addProblem({ title: 'Scratched brake disc' });
      await desk.changeProblem(1, { status: 'resolved', title: longWord });
      await desk.respond('/api/problems/1', 'Sent back.');
      await desk.remove('/api/problems/1');
      await open(page, '/activity', 'What changed');
      await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
    },
  },
  {
    name: 'activity-nothing-matches',
    enter: async ({ page }) => {
      await open(page, '/activity?operation=delete&kind=update', 'What changed');
      await sees(page, 'Nothing matches these filters.');
    },
  },
];

/** What was deleted. */
const trashWalk: Walk = [
  {
    name: 'trash-loading',
    enter: async ({ page }) => {
      await hold(page, activity);
      await open(page, '/trash', 'Deleted records');
    },
  },
  {
    name: 'trash-failed',
    enter: async ({ page }) => {
      await refuse(page, activity);
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
      await desk.addProblem({ title: longWord });
      await desk.addProblem({ title: 'Scratched brake disc' });
      await desk.remove('/api/problems/1');
      await desk.remove('/api/problems/2');
      await open(page, '/trash', 'Deleted records');
      await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(2);
    },
  },
  {
    name: 'trash-restored',
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Restore' }).first().click();
      await expect(page.getByText('Restored ·').first()).toBeVisible();
    },
  },
];

/** What was typed and not saved. */
const draftsWalk: Walk = [
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

/** Screens about records of all kinds. */
export const overviewWalks: Walk[] = [activityWalk, trashWalk, draftsWalk];
