import { expect } from '@playwright/test';
import { dataUrl, plainPhoto } from '../photos';
import { hold, recordAddress, refuse } from '../answers';
import { longWord, open, press, sees, type Stage, type Walk } from '../walk';

const arabic = 'هل يمكنني إرجاع القرص؟';

async function addProduct({ catalogue }: Stage): Promise<void> {
  const images = await Promise.all(['#b33', '#3a6', '#36b'].map(async (colour) => dataUrl(await plainPhoto(colour))));
  await catalogue.add({
    name: 'Brake disc 280 mm, vented',
    sku: 'NB-BD-40100',
    ean: '4006633374668',
    vehicle: 'VW Golf VII 1.6 TDI',
    description: `${longWord.repeat(3)}\n\n${arabic} 👍`,
    extraFields: { Axle: 'front', [longWord.slice(0, 60)]: longWord },
    images,
  });
}

/** The page of a product, from loading to one that is not there. */
const productWalk: Walk = [
  {
    name: 'product-loading',
    enter: async (stage) => {
      await addProduct(stage);
      await hold(stage.page, recordAddress('/api/products', 1));
      await stage.page.goto('/products/1');
      await sees(stage.page, 'Loading...');
    },
  },
  {
    name: 'product-failed',
    enter: async ({ page }) => {
      await refuse(page, recordAddress('/api/products', 1));
      await page.goto('/products/1');
      await sees(page, 'Failed to fetch product');
    },
  },
  {
    name: 'product',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await expect(page.getByRole('button', { name: 'Open the photo' })).toBeVisible();
    },
  },
  {
    name: 'product-history',
    enter: async ({ page }) => {
      await press(page, 'History');
      await expect(page.getByRole('list', { name: 'History' })).toContainText('Created');
    },
  },
  {
    name: 'product-viewer',
    overlay: true,
    enter: async ({ page }) => {
      await page.getByRole('button', { name: 'Open the photo' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Next' })).toBeVisible();
    },
  },
  {
    name: 'product-missing',
    enter: async ({ page }) => {
      await page.goto('/products/999999');
      await sees(page, 'Product not found');
    },
  },
];

/** Where questions and updates are edited. */
const editWalk: Walk = [
  {
    name: 'question-edit',
    enter: async ({ page, desk }) => {
      await desk.addQuestion({ title: arabic, description: longWord.repeat(4) });
      await desk.addUpdate({ title: 'New opening hours', content: longWord.repeat(4) });
      await open(page, '/customer-questions/1/edit', 'Edit Question');
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue(arabic);
    },
  },
  {
    name: 'question-edit-errors',
    enter: async ({ page }) => {
      await page.getByLabel('Title', { exact: true }).fill('');
      await press(page, 'Update Question');
      await sees(page, 'Title cannot be empty');
    },
  },
  {
    name: 'update-edit',
    enter: async ({ page }) => {
      await open(page, '/updates/1/edit', 'Edit Update');
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('New opening hours');
    },
  },
  {
    name: 'update-archived',
    enter: async ({ page }) => {
      await open(page, '/updates/1', 'New opening hours');
      await press(page, 'Archive');
      await expect(page.getByRole('button', { name: 'Make active again' })).toBeVisible();
      await press(page, 'History');
      await expect(page.getByRole('list', { name: 'History' })).toContainText('Created');
    },
  },
];

/** A question among others that is answered, and where that half fails. */
const answerWalk: Walk = [
  {
    name: 'question-of-list',
    enter: async ({ page, desk }) => {
      await desk.addQuestion({ title: 'First' });
      await desk.addQuestion({ title: 'Second', description: `${arabic} #1 👍 SKU-1` });
      await desk.addQuestion({ title: 'Long title '.repeat(45).trim() });
      await open(page, '/customer-questions', 'Customer Questions');
      await page.getByRole('article', { name: 'Second' }).getByRole('link').first().click();
      await expect(page.getByRole('link', { name: 'Next question' })).toBeVisible();
    },
  },
  {
    name: 'question-resolve-failed',
    enter: async ({ page }) => {
      await refuse(page, /customer-questions\/2\/status/);
      await page.getByLabel('New Response').fill('Yes, on Monday.');
      await press(page, 'Add and resolve');
      await expect(page.getByRole('button', { name: 'Resolve again' })).toBeVisible();
    },
  },
  {
    name: 'question-new-response',
    enter: async ({ page, desk }) => {
      const listening = page.waitForResponse(/events/);
      await open(page, '/customer-questions/1', 'First');
      await listening;
      await expect(page.getByLabel('New Response')).toBeVisible();
      await desk.respond('/api/customer-questions/1', 'Answered elsewhere.');
      await expect(page.getByText('Answered elsewhere.')).toBeVisible();
    },
  },
  {
    name: 'question-long-title',
    enter: async ({ page }) => {
      await page.goto('/customer-questions/3');
      await expect(page.getByRole('button', { name: 'Show the whole title' })).toBeVisible();
    },
  },
];

/** The products that a record is about, and how one more is chosen. */
const linksWalk: Walk = [
  {
    name: 'question-products',
    enter: async (stage) => {
      await addProduct(stage);
      await stage.catalogue.add({ name: longWord, sku: 'NB-BD-40200' });
      await stage.catalogue.add({ name: 'Wheel bearing kit, rear', sku: 'NB-WB-1' });
      await stage.desk.addQuestion({
        title: 'Does NB-BD-40100 fit?',
        description: `Or NB-BD-40200? With a wheel bearing kit, rear. ${arabic}`,
      });
      await open(stage.page, '/customer-questions/1', 'Does NB-BD-40100 fit?');
      await expect(stage.page.getByRole('button', { name: /^Remove / })).toHaveCount(2);
      await expect(stage.page.getByText('is it about this one?')).toBeVisible();
    },
  },
  {
    name: 'question-product-picker',
    overlay: true,
    enter: async ({ page }) => {
      await press(page, 'Add a product');
      await page.getByRole('combobox', { name: 'Name, SKU or EAN' }).fill('NB');
      await expect(page.getByRole('listbox', { name: 'Products' }).getByRole('option')).toHaveCount(3);
    },
  },
  {
    name: 'question-product-picker-none',
    overlay: true,
    enter: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Name, SKU or EAN' }).fill('zzz');
      await sees(page, 'No products found');
    },
  },
  {
    name: 'product-questions',
    enter: async ({ page }) => {
      await open(page, '/products/1', 'Brake disc 280 mm, vented');
      await expect(page.getByRole('link', { name: /Does NB-BD-40100 fit\?/ })).toBeVisible();
    },
  },
];

/** The pages of records, and where they are edited. */
export const recordPageWalks: Walk[] = [productWalk, editWalk, answerWalk, linksWalk];
