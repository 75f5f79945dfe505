import { expect } from '@playwright/test';
import { refuse } from '../answers';
import { photoFile, plainPhoto } from '../photos';
import { longWord, open, sees, type Walk } from './walk';

/** Lists as rows, as cards, cut down to a status, and with what matches in part. */
const viewsWalk: Walk = [
  {
    name: 'questions-rows',
    enter: async ({ page, desk }) => {
      await desk.addQuestion({ title: longWord, description: longWord.repeat(3) });
      await desk.addQuestion({ title: 'When does it arrive?', status: 'in_progress' });
      await desk.addQuestion({ title: 'Does the brake disc fit?', status: 'resolved' });
      await open(page, '/customer-questions', 'Customer Questions');
      await page.getByRole('button', { name: 'Rows' }).click();
      await expect(page.getByRole('article')).toHaveCount(3);
    },
  },
  {
    name: 'questions-cards',
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Cards' }).click();
      await expect(page.getByRole('article')).toHaveCount(3);
    },
  },
  {
    name: 'questions-resolved',
    enter: async ({ page }) => {
      await page
        .getByRole('navigation', { name: 'Status' })
        .getByRole('link', { name: /^Resolved/ })
        .click();
      await expect(page.getByRole('article')).toHaveCount(1);
    },
  },
  {
    name: 'questions-partial',
    enter: async ({ page }) => {
      await open(page, '/customer-questions?q=brake+zebra', 'Customer Questions');
      await sees(page, 'No customer question has all these words. These have some of them.');
    },
  },
];

/** Pictures on their way to the server. */
const uploadWalk: Walk = [
  {
    name: 'upload-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/images');
      await open(page, '/problems/new', 'New Problem');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(photoFile('disc.jpg', await plainPhoto('#36b')));
      await expect(page.getByRole('button', { name: 'Upload of image 1 failed: try again' })).toBeVisible();
    },
  },
  {
    name: 'upload-progress',
    enter: async ({ page }) => {
      await page.route('**/api/images', () => undefined);
      await page.getByRole('button', { name: 'Upload of image 1 failed: try again' }).click();
      await expect(page.getByRole('progressbar', { name: 'Uploading image 1' })).toBeAttached();
    },
  },
];

/** What lists and forms show in their less common states. */
export const listWalks: Walk[] = [viewsWalk, uploadWalk];
