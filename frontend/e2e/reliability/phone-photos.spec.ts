import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/fixtures';
import { phonePhoto, photoFile } from '../support/photos';
import { expectToast } from '../support/toasts';

const MB = 1_000_000;
const PHOTO_BYTES = 7.5 * MB;
const [PRODUCTS, PHOTOS] = [5, 3];
/** 4 Mbit/s, as a phone has in the warehouse. */
const BYTES_PER_S = 500_000;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const speed = { downloadThroughput: BYTES_PER_S, uploadThroughput: BYTES_PER_S };
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 40, ...speed });
}

test('five products with three photos of 8 MB each are added from a phone', async ({ page, spec, catalogue }) => {
  test.slow();
  const photos = await Promise.all(Array.from({ length: PHOTOS }, () => phonePhoto()));
  for (const photo of photos) expect(photo.length).toBeGreaterThan(PHOTO_BYTES);
  await page.goto(spec('products.newPath'));
  await slowDown(page);
  for (let product = 1; product <= PRODUCTS; product += 1) {
    if (product > 1) await page.goto(spec('products.newPath'));
    await expect(page.getByRole('button', { name: 'or take a photo' })).toBeVisible();
    await page
      .locator('input[type=file]:not([capture])')
      // 24 MB go to the browser as text.
      .setInputFiles(
        photos.map((photo, index) => photoFile(`IMG_${index}.jpg`, photo)),
        { timeout: 60_000 },
      );
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill(`Part ${product}`);
    await page.getByLabel('SKU', { exact: true }).fill(`P-${product}`);
    await expect(page.getByRole('button', { name: /^Open image/ })).toHaveCount(PHOTOS, { timeout: 30_000 });
    await page.getByRole('button', { name: spec('add.submit'), exact: true }).click();
    await expectToast(page, spec('toast.productAdded'));
  }
  const products = await catalogue.list();
  expect(products.map(({ images }) => images.length)).toEqual(Array(PRODUCTS).fill(PHOTOS));
  const stored = products.flatMap(({ images }) => images).map((image) => Buffer.from(image.split(',')[1], 'base64'));
  const average = stored.reduce((sum, { length }) => sum + length, 0) / stored.length;
  expect(average).toBeLessThanOrEqual(MB);
  // They were taken upright, and are stored so.
  const { width, height, orientation = 1 } = await sharp(stored[0]).metadata();
  expect([width, height, orientation]).toEqual([1800, 2400, 1]);
  test.info().annotations.push({ type: 'stored', description: `${Math.round(average / 1000)} kB a photo` });
});
