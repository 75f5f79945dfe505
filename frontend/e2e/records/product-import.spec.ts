import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/fixtures';

test('the registry goes out as a file, and what was changed in it comes back, and can be undone', async ({
  page,
  catalogue,
  baseURL,
}) => {
  const image = `${baseURL}/stock-photos/1.webp`;
  await catalogue.add({ name: '=Brake disc', sku: '007', images: [image], extraFields: { Axle: 'front' } });
  await catalogue.add({ name: 'Oil filter', sku: 'OF-12', images: [image] });
  await page.goto('/products');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain("'=Brake disc");

  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import Products' })).toBeFocused();
  const bring = (file: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await bring(text);
  await expect(page.getByRole('button', { name: 'Unchanged 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import [0-9]/ })).toBeDisabled();

  // The rest without the mouse.
  await page.getByRole('button', { name: 'Choose another file' }).focus();
  await page.keyboard.press('Enter');
  await bring(
    `${text.replace('Oil filter', 'Oil filter, long').replace('Oil filter, long', '"Oil filter, long"')}NEW-1,New,,,,,${image}\r\nNEW-2,,,,,,${image}\r\n`,
  );
  await expect(page.getByText('Will add 1 product and change 1. 1 row has errors and is skipped.')).toBeVisible();
  await page.getByRole('button', { name: 'Errors 1' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('list', { name: 'Rows' }).getByRole('listitem')).toHaveText([/Row 5.*Name is required/]);
  await page.reload();
  await page.getByRole('button', { name: /^Import [0-9]/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Imported: 2 products.')).toBeVisible();
  const names = async () => (await catalogue.list()).map(({ name }) => name);
  expect((await names()).sort()).toEqual(['=Brake disc', 'New', 'Oil filter, long']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Import undone.')).toBeVisible();
  expect((await names()).sort()).toEqual(['=Brake disc', 'Oil filter']);
  await page.getByRole('link', { name: 'View products' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});
