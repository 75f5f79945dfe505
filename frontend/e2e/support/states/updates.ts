import { expect } from '@playwright/test';
import { hold, recordAddress, refuse } from '../answers';
import { toasts } from '../toasts';
import { longWord, open, press, sees, type Walk } from '../walk';

const news =
  'From the first of December the counter opens at eight.\n\n- Monday to Friday: 8 to 18\n- Saturday: 9 to 13\n\nThank you!';

const listWalk: Walk = [
  {
    name: 'updates-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/updates?*');
      await open(page, '/updates', 'Updates');
    },
  },
  {
    name: 'updates-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/updates?*');
      await open(page, '/updates', 'Updates');
      await sees(page, 'Failed to fetch updates');
    },
  },
  {
    name: 'updates-empty',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await sees(page, 'No updates found');
    },
  },
  {
    name: 'updates',
    enter: async ({ page, desk }) => {
      await desk.addUpdate({ title: longWord, content: longWord.repeat(3) });
      await desk.addUpdate({ title: 'Stocktaking', content: 'Closed on Friday.' });
      await desk.addUpdate({ title: 'New opening hours', content: news });
      await open(page, '/updates', 'Updates');
      await expect(page.getByRole('article')).toHaveCount(3);
    },
  },
  {
    name: 'updates-nothing-matches',
    enter: async ({ page }) => {
      await page.getByRole('searchbox').fill('zzz');
      await sees(page, 'No updates found');
    },
  },
];

const detailWalk: Walk = [
  {
    name: 'update-loading',
    enter: async ({ page, desk }) => {
      await desk.addUpdate({ title: 'New opening hours', content: news });
      await hold(page, recordAddress('/api/updates', 1));
      await page.goto('/updates/1');
      await sees(page, 'Loading...');
    },
  },
  {
    name: 'update-failed',
    enter: async ({ page }) => {
      await refuse(page, recordAddress('/api/updates', 1));
      await page.goto('/updates/1');
      await sees(page, 'Failed to fetch update');
    },
  },
  {
    name: 'update',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await expect(page.getByText('Thank you!')).toBeVisible();
    },
  },
  {
    name: 'update-missing',
    enter: async ({ page }) => {
      await page.goto('/updates/999999');
      await sees(page, 'Update not found');
    },
  },
];

const newWalk: Walk = [
  { name: 'update-new', enter: ({ page }) => open(page, '/updates/new', 'New Update') },
  {
    name: 'update-new-errors',
    enter: async ({ page }) => {
      await press(page, 'Create Update');
      await sees(page, 'Content is required');
    },
  },
  {
    name: 'update-new-failed',
    enter: async ({ page }) => {
      await page.getByLabel('Title', { exact: true }).fill('New opening hours');
      await page.getByLabel('Content', { exact: true }).fill(news);
      await refuse(page, '**/api/updates');
      await press(page, 'Create Update');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  {
    name: 'update-new-draft',
    enter: async ({ page }) => {
      await page.goto('/updates/new');
      await expect(page.getByText('Your draft was restored')).toBeVisible();
    },
  },
  {
    name: 'update-new-offline',
    enter: async ({ page }) => {
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline. What you type into a record or a response is kept.')).toBeVisible();
      await press(page, 'Create Update');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
];

/** Open questions and problems that are answered with an update. */
const answersWalk: Walk = [
  {
    name: 'update-answers-none',
    enter: async ({ page, desk }) => {
      await desk.addUpdate({ title: 'New opening hours', content: news });
      await open(page, '/updates/1', 'New opening hours');
      await press(page, 'Answer open items');
      await expect(page.getByText('No open item waits for a response.')).toBeVisible();
    },
  },
  {
    name: 'update-answers',
    enter: async ({ page, desk }) => {
      await desk.tag(longWord.slice(0, 50), 'red');
      await desk.addQuestion({ title: longWord });
      await desk.addProblem({ title: 'When do you open?' });
      await open(page, '/updates/1', 'New opening hours');
      await page.getByRole('button', { name: 'Answer open items' }).first().click();
      await expect(page.getByRole('list', { name: 'Open items' }).getByRole('listitem')).toHaveCount(2);
      await page.getByRole('checkbox', { name: 'When do you open?' }).check();
    },
  },
  {
    name: 'update-answers-edited',
    enter: async ({ page }) => {
      await page.getByLabel('Text of the responses').fill(`Dear customer,\n\n${longWord}`);
      await sees(page, 'Use the text of the update');
    },
  },
  {
    name: 'update-answers-empty-text',
    enter: async ({ page }) => {
      await page.getByLabel('Text of the responses').fill('');
      await press(page, 'Answer 1 item');
      await sees(page, 'Text cannot be empty');
    },
  },
  {
    name: 'update-answers-draft',
    enter: async ({ page }) => {
      await page.getByLabel('Text of the responses').fill('Dear customer');
      await page.getByRole('link', { name: 'Back', exact: true }).click();
      await press(page, 'Open');
      await sees(page, 'Your draft was restored.');
      await page.getByRole('checkbox', { name: 'When do you open?' }).check();
    },
  },
  {
    name: 'update-answers-sent',
    enter: async ({ page }) => {
      await press(page, 'Answer 1 item');
      await expect(toasts(page)).toContainText('Undo');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
];

/** Updates in every state. */
export const updateWalks: Walk[] = [listWalk, detailWalk, newWalk, answersWalk];
