import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { dataUrl, photoFile, plainPhoto } from '../support/photos';
import { expectToast } from '../support/toasts';

const COLOURS = ['#aa3333', '#33aa33', '#3333aa'];
const plainPhotos = (colours = COLOURS) => Promise.all(colours.map((colour) => plainPhoto(colour)));
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');

/** The colour of each chosen photo, as the channel that is strongest. */
const shownColours = (page: Page) =>
  chosen(page)
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) =>
      Promise.all(
        images.map(async (image) => {
          await image.decode();
          const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
          canvas.drawImage(image, 0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
          return red > 120 ? 'red' : green > 120 ? 'green' : blue > 120 ? 'blue' : 'none';
        }),
      ),
    );

test('photos are put in order by keys and by dragging, and the first one is the cover', async ({
  page,
  spec,
  catalogue,
}) => {
  const photos = await plainPhotos();
  await page.goto(spec('products.newPath'));
  await page.locator('input[type=file]').setInputFiles(photos.map((photo, index) => photoFile(`${index}.jpg`, photo)));
  // The sample photo goes when there is one of its own.
  await expect(chosen(page)).toHaveCount(3);
  await expect.poll(() => shownColours(page)).toEqual(['red', 'green', 'blue']);
  await page.getByRole('button', { name: 'Move image 3 earlier' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shownColours(page)).toEqual(['red', 'blue', 'green']);
  await expect(page.getByRole('button', { name: 'Move image 2 earlier' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => shownColours(page)).toEqual(['blue', 'red', 'green']);
  await expect(page.getByRole('status').filter({ hasText: 'Moved to place 1 of 3' })).toHaveCount(1);
  await chosen(page).nth(2).dragTo(chosen(page).nth(0));
  await expect.poll(() => shownColours(page)).toEqual(['green', 'blue', 'red']);
  await expect(chosen(page).filter({ hasText: 'Cover' })).toHaveCount(1);
  await expect(chosen(page).first()).toContainText('Cover');
  await expectAccessible(page, 'photos in a form');
  await page.getByLabel('Name', { exact: true }).fill('Disc');
  await page.getByLabel('SKU', { exact: true }).fill('D-1');
  await page.getByRole('button', { name: spec('add.submit'), exact: true }).click();
  await expectToast(page, spec('toast.productAdded'));
  const [product] = await catalogue.list();
  expect(product.images).toEqual([photos[1], photos[2], photos[0]].map(dataUrl));
});

test('a card says how many photos it does not show, and the viewer counts, enlarges and saves them', async ({
  page,
  desk,
}) => {
  const colours = Array.from({ length: 12 }, (_, index) => `#${(index + 3).toString(16).repeat(3)}`);
  await desk.addProblem({ title: 'Cracked disc', images: (await plainPhotos(colours)).map(dataUrl) });
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/problems');
  const card = page.getByRole('article', { name: 'Cracked disc' });
  const last = card.getByRole('button', { name: /^Open image/ }).last();
  await expect(last).toHaveText('+9');
  await expect(last).toHaveAccessibleName('Open image 3 of 12, +9');
  await last.click();
  const viewer = page.getByRole('dialog', { name: 'Image viewer' });
  await expect(viewer).toContainText('3 / 12');
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('4 / 12');
  const picture = viewer.locator('.yarl__slide_current').getByRole('img');
  const width = async () => (await picture.boundingBox())!.width;
  const before = await width();
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^image-4(\.jpe?g)?$/);
  await page.keyboard.press('Escape');
  await expect(last).toBeFocused();
});
