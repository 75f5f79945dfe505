import { expect, type Page } from '@playwright/test';
import { hold, refuse } from '../answers';
import { longWord, open, press, type Walk } from '../walk';

const image = 'https://localhost:9/none.jpg';
const file = `SKU,Name,EAN,Image,${longWord}\nBD-1,Brake disc,4006633374669,${image},front\n${longWord},${longWord},,${image},${longWord}\nBD-3,,,${image},\nBD-2,No picture,,,\n`;

/** Chooses a file of that text. */
async function choose(page: Page, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** The import of products from a file. */
export const productImportWalk: Walk = [
  { name: 'import', enter: ({ page }) => open(page, '/products/import', 'Import Products') },
  {
    name: 'import-reading',
    enter: async ({ page }) => {
      await hold(page, '**/api/product-imports');
      await choose(page, file);
      await expect(page.getByText(/Reading list\.csv…/)).toBeVisible();
    },
  },
  {
    name: 'import-refused',
    enter: async ({ page }) => {
      await open(page, '/products/import', 'Import Products');
      await choose(page, '');
      await expect(page.getByText('The file is empty')).toBeVisible();
    },
  },
  {
    name: 'import-preview',
    enter: async ({ page, catalogue }) => {
      await catalogue.add({ sku: 'BD-1', name: 'Brake disk' });
      await open(page, '/products/import', 'Import Products');
      await choose(page, file);
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: 'import-preview-empty',
    enter: async ({ page }) => {
      await press(page, 'Unchanged 0');
      await expect(page.getByText('No unchanged products')).toBeVisible();
    },
  },
  {
    name: 'import-rows-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/product-imports/*/rows?*');
      await press(page, 'New 2');
      await expect(page.getByText('Failed to fetch the rows')).toBeVisible();
    },
  },
  {
    name: 'import-applying',
    enter: async ({ page }) => {
      await press(page, 'Errors 1');
      await hold(page, '**/api/product-imports/*/apply');
      await press(page, 'Import 3 products');
      await expect(page.getByText('Importing… 0 of 3. All or nothing.')).toBeVisible();
    },
  },
  {
    name: 'import-applied',
    enter: async ({ page }) => {
      // The call that was held goes on when the state before ends.
      await expect(page.getByText('Imported: 3 products.')).toBeVisible();
    },
  },
  {
    name: 'import-gone',
    enter: async ({ page }) => {
      await open(page, '/products/import?import=999999', 'Import Products');
      await expect(page.getByText('This import has expired')).toBeVisible();
    },
  },
];
