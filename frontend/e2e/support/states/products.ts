import { expect } from '@playwright/test';
import { hold, refuse } from '../answers';
import { dataUrl, photoFile, plainPhoto } from '../photos';
import { toasts } from '../toasts';
import { longWord, open, press, type Stage, type Walk } from '../walk';

async function fill({ catalogue }: Stage): Promise<number> {
  const images = await Promise.all(
    ['#b33', '#3a6', '#36b', '#a83', '#639'].map(async (colour) => dataUrl(await plainPhoto(colour))),
  );
  await catalogue.add({ name: longWord, sku: longWord.toUpperCase(), vehicle: longWord, images });
  await catalogue.add({ name: 'Without a picture that loads', images: ['https://localhost:9/none.jpg'] });
  const fields = { Axle: 'front', [longWord.slice(0, 60)]: longWord };
  const last = {
    name: 'Brake disc 280 mm, vented',
    sku: 'NB-BD-40100',
    ean: '4006633374668',
    vehicle: 'VW Golf VII 1.6 TDI',
    extraFields: fields,
  };
  return (await catalogue.add({ ...last, images: images.slice(0, 2) })).id;
}

/** The list of products. */
export const productListWalk: Walk = [
  {
    name: 'products-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/products?*');
      await open(page, '/products', 'Products');
    },
  },
  {
    name: 'products-empty',
    enter: async ({ page }) => {
      await open(page, '/products', 'Products');
      await expect(page.getByText('No products found')).toBeVisible();
    },
  },
  {
    name: 'products',
    enter: async (stage) => {
      await fill(stage);
      await open(stage.page, '/products', 'Products');
      await expect(stage.page.getByRole('article')).toHaveCount(3);
    },
  },
  {
    name: 'products-nothing-matches',
    enter: async ({ page }) => {
      await open(page, '/products?q=zzz', 'Products');
      await expect(page.getByText('No products found')).toBeVisible();
    },
  },
  {
    name: 'products-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/products?*');
      await open(page, '/products', 'Products');
      await expect(page.getByText('Failed to fetch products')).toBeVisible();
    },
  },
  {
    name: 'viewer',
    overlay: true,
    enter: async ({ page }) => {
      await open(page, '/products', 'Products');
      await page.getByRole('article').first().getByRole('button', { name: /image/i }).first().click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Next' })).toBeVisible();
    },
  },
];

const untyped = { choices: null, unit: null, help: null, pattern: null, message: null };
/** As modules may declare them. */
const typedFields = [
  { ...untyped, key: 'Weight', type: 'number', unit: 'kg', help: 'With its packaging, as it is sent.' },
  { ...untyped, key: 'On sale from', type: 'date' },
  { ...untyped, key: 'Colour', type: 'choice', choices: ['black', 'grey'] },
];

/** The forms of a product. */
export const productFormWalk: Walk = [
  { name: 'add', enter: ({ page }) => open(page, '/add', 'Add Product') },
  {
    name: 'add-errors',
    enter: async ({ page }) => {
      await page.getByRole('button', { name: /^Remove image/ }).click();
      await press(page, 'Add Product');
      await expect(page.getByText('SKU is required')).toBeVisible();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
      await expect(page.getByText('Please upload an image file')).toBeVisible();
      await page.getByLabel('Image URL', { exact: true }).fill('ftp://example.com');
      await press(page, 'Add URL');
    },
  },
  {
    name: 'add-failed',
    enter: async ({ page }) => {
      await page.getByLabel('Name', { exact: true }).fill('Brake disc');
      await page.getByLabel('SKU', { exact: true }).fill('BD-280');
      await page.locator('input[type=file]').setInputFiles(photoFile('disc.jpg', await plainPhoto('#36b')));
      await refuse(page, '**/api/products?*');
      await refuse(page, '**/api/products');
      await press(page, 'Add Product');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  {
    name: 'edit-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/products/1?*');
      await open(page, '/products/edit/1', 'Edit Product');
    },
  },
  {
    name: 'edit',
    enter: async (stage) => {
      await open(stage.page, `/products/edit/${await fill(stage)}`, 'Edit Product');
      await expect(stage.page.getByLabel('SKU', { exact: true })).toHaveValue('NB-BD-40100');
    },
  },
  {
    name: 'edit-missing',
    enter: async ({ page }) => {
      await open(page, '/products/edit/999999', 'Edit Product');
      await expect(page.getByText('Product not found')).toBeVisible();
    },
  },
  {
    name: 'edit-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/products/1?*');
      await open(page, '/products/edit/1', 'Edit Product');
      await expect(page.getByText('Failed to fetch product')).toBeVisible();
    },
  },
  {
    name: 'add-typed',
    enter: async ({ page }) => {
      await page.route('**/api/products/extra-fields', (route) => route.fulfill({ json: typedFields }));
      await open(page, '/add', 'Add Product');
      for (const { key } of typedFields) await press(page, `Add ${key}`);
      const first = page.getByRole('group', { name: 'Extra field 1' });
      await expect(first.getByRole('textbox', { name: 'Value' })).toBeVisible();
    },
  },
];
