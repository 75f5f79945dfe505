import { expect } from '@playwright/test';
import { refuse } from '../answers';
import { photoFile, plainPhoto } from '../photos';
import { longWord, open, press, sees, type Stage, type Walk } from '../walk';

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

/** Opens the filters of a list that has a tag and one record. */
async function openFilters({ page, desk }: Stage, path: string, title: string): Promise<void> {
  await desk.tag(longWord.slice(0, 50), 'red');
  await open(page, path, title);
  await page.locator('#list-filter').click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
}

/** The filters of lists, and the views that are saved of them. */
const filtersWalk: Walk = [
  {
    name: 'queue-filters',
    overlay: true,
    enter: (stage) => openFilters(stage, '/queue', 'Queue'),
  },
  {
    name: 'products-filters',
    overlay: true,
    enter: async (stage) => {
      await stage.catalogue.add({ name: longWord });
      await openFilters(stage, '/products', 'Products');
    },
  },
  {
    name: 'problems-filters',
    overlay: true,
    enter: async (stage) => {
      await stage.desk.addProblem({ title: 'Cracked disc' });
      await openFilters(stage, '/problems', 'Problems');
      await stage.page.getByRole('checkbox', { name: 'Open', exact: true }).check();
    },
  },
  {
    name: 'problems-product-picker',
    overlay: true,
    enter: async ({ page }) => {
      await press(page, 'Product Any');
      const picker = page.getByRole('dialog', { name: 'Choose a product' });
      await picker.getByRole('combobox').fill(longWord);
      await expect(picker.getByRole('option')).toHaveCount(1);
    },
  },
  {
    name: 'problems-product-chosen',
    overlay: true,
    enter: async ({ page }) => {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `Product ${longWord}` })).toBeFocused();
    },
  },
  {
    name: 'problems-filtered',
    enter: async ({ page, desk }) => {
      const tag = await desk.tag(longWord.slice(0, 50), 'red');
      await open(page, `/problems?tag=${tag}&assignee=none&hasImages=false&waiting=true`, 'Problems');
      await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(4);
    },
  },
  {
    name: 'problems-save-view',
    overlay: true,
    enter: async ({ page }) => {
      await open(page, '/problems?assignee=none', 'Problems');
      await press(page, 'Save as view');
      await press(page, 'Save');
      await sees(page, 'Name is required');
    },
  },
  {
    name: 'problems-view',
    enter: async ({ page }) => {
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(longWord.slice(0, 60));
      await press(page, 'Save');
      await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link')).toHaveCount(1);
    },
  },
  {
    name: 'problems-edit-view',
    overlay: true,
    enter: async ({ page }) => {
      await press(page, 'Edit view');
      await expect(page.getByRole('button', { name: 'Delete view' })).toBeVisible();
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
export const listWalks: Walk[] = [viewsWalk, filtersWalk, uploadWalk];
