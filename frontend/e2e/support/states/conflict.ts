import { expect } from '@playwright/test';
import { dataUrl, photoFile, plainPhoto } from '../photos';
import { longWord, open, press, type Stage, type Walk } from '../walk';

const before = {
  name: 'Brake disc 280 mm',
  sku: 'BD-280',
  description: 'Fits the front axle of all models since 2014.\n\nDelivered in pairs, with bolts.',
  extraFields: { Axle: 'front', [longWord.slice(0, 60)]: '1' },
};
const theirs = {
  name: longWord,
  description: 'Fits the front axle of most models since 2012.\n\nDelivered in pairs, with bolts.',
  extraFields: { Axle: 'rear', [longWord.slice(0, 60)]: longWord },
};

/** Changes the same of a product in the form and behind its back, and tries to save. */
async function collide({ page, catalogue }: Stage): Promise<void> {
  const images = await Promise.all(['#b33', '#3a6', '#36b'].map(async (colour) => dataUrl(await plainPhoto(colour))));
  const product = await catalogue.add({ ...before, images });
  await open(page, `/products/edit/${product.id}`, 'Edit Product');
  await page.getByLabel('Name', { exact: true }).fill('Brake disc 282 mm');
  await page
    .getByLabel('Description', { exact: true })
    .fill('Fits the front axle of all models since 2012.\n\nDelivered in pairs, with bolts.');
  await page.getByRole('group', { name: 'Extra field 1' }).getByLabel('Value').fill('both');
  await page.getByRole('button', { name: 'Remove extra field 2' }).click();
  await page.locator('input[type=file]').setInputFiles(photoFile('new.jpg', await plainPhoto('#a3a')));
  await expect(page.getByRole('button', { name: 'Open image 4 of 4' })).toBeVisible();
  await catalogue.replace(product.id, { ...before, ...theirs, images: images.slice(1) });
  await press(page, 'Update Product');
  await page
    .getByRole('group', { name: 'Description' })
    .getByRole('radio', { name: /^Theirs/ })
    .check();
}

/** What is asked where two people have changed the same. */
export const conflictWalk: Walk = [{ name: 'product-conflict', overlay: true, enter: collide }];
