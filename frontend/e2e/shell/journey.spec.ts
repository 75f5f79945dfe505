import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/fixtures';
import { dataUrl, noisePhoto, photoFile } from '../support/photos';

test('a day at the registry: register, add, find, look, edit, count, reload, sign out', async ({
  signedOut: page,
  catalogue,
}) => {
  const photo = await noisePhoto(1000);
  expect(photo.length).toBeGreaterThan(700_000);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });

  await page.goto('/');
  await button("Don't have an account? Register").click();
  await field('Email').fill(`day-${randomUUID().slice(0, 8)}@example.com`);
  await field('Password').fill('correct horse');
  await button('Register').click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Registered products' })).toHaveText(/0$/);

  await page.getByRole('main').getByRole('link', { name: 'Registered products' }).click();
  await page.getByRole('link', { name: 'New Product' }).first().click();
  await field('Name').fill('Brake disc 280 mm, vented');
  await field('SKU').fill('NB-BD-40100-V');
  await field('EAN').fill('4006633374668');
  await field('Vehicle').fill('VW Golf VII 1.6 TDI');
  await page.getByRole('button', { name: /^Remove image/ }).click();
  await page.locator('input[type=file]').setInputFiles(photoFile('disc.jpg', photo));
  await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(1);
  await field('Image URL').fill(`${new URL(page.url()).origin}/stock-photos/2.webp`);
  await button('Add URL').click();
  for (const [index, [name, value]] of [
    ['Axle', 'front'],
    ['Diameter', '280 mm'],
  ].entries()) {
    await button('Add field').click();
    const row = page.getByRole('group', { name: `Extra field ${index + 1}` });
    await row.getByLabel('Field name').fill(name);
    await row.getByLabel('Value').fill(value);
  }
  await button('Add Product').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Registered products' })).toHaveText(/1$/);

  await page.getByRole('main').getByRole('link', { name: 'Registered products' }).click();
  await page.getByPlaceholder('Search products...').fill('d-40100-v');
  const card = page.getByRole('article', { name: 'Brake disc 280 mm, vented' });
  await expect(card).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('?q=d-40100-v');
  await page.reload();
  await expect(page.getByPlaceholder('Search products...')).toHaveValue('d-40100-v');
  await expect(card).toBeVisible();

  await card.getByRole('button', { name: 'Open image 1 of 2' }).click();
  const shown = page.getByRole('dialog').locator('.yarl__slide_current').getByRole('img');
  for (const [way, name] of [
    ['Next', 2],
    ['Next', 1],
    ['Previous', 2],
    ['Previous', 1],
  ] as const) {
    await page.getByRole('dialog').getByRole('button', { name: way }).click();
    await expect(shown).toHaveAccessibleName(`Image ${name} of 2`);
  }
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1000);
  await page.keyboard.press('Escape');

  await card.getByRole('link', { name: 'Edit Product' }).click();
  await field('Name').fill('Brake disc 280 mm, drilled');
  await button('Update Product').click();
  await expect(page).toHaveURL('/');
  const [product] = await catalogue.list();
  expect(product).toMatchObject({
    name: 'Brake disc 280 mm, drilled',
    extraFields: { Axle: 'front', Diameter: '280 mm' },
  });
  expect(product.images[0] === dataUrl(photo), 'the photo is answered as it was uploaded').toBe(true);

  await page.goto('/products?q=drilled');
  await expect(page.getByRole('article', { name: 'Brake disc 280 mm, drilled' })).toBeVisible();
  await page.getByRole('button', { name: /^Account/ }).click();
  await button('Log out').click();
  await expect(page).toHaveURL('/auth');
  await page.goto('/products');
  await expect(page).toHaveURL('/auth');
});
