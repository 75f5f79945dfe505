import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { sql } from '../support/database';
import { countCalls } from '../support/payloads';
import { dataUrl, plainPhoto } from '../support/photos';

const colours = ['#cc2222', '#22aa44', '#2244cc'];

function card(page: Page, name: string) {
  return page.getByRole('article', { name, exact: true });
}

test('the registry shows each product with what it has, and leads to adding and editing', async ({
  page,
  spec,
  catalogue,
}) => {
  const full = await catalogue.add({ name: 'Brake disc', sku: 'BD-280', ean: '4006633374668', vehicle: 'Golf VII' });
  await catalogue.add({ name: 'Oil filter', sku: 'OF-12' });
  await page.goto(spec('products.path'));
  await expect(page.getByRole('heading', { name: spec('products.title'), exact: true, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: spec('products.heading'), exact: true })).toBeVisible();
  await expect(page.getByText(spec('products.subtitle'), { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: spec('dashboard.title') })).toHaveAttribute(
    'href',
    spec('dashboard.path'),
  );
  await expect(card(page, 'Brake disc')).toContainText(/SKU:\s*BD-280.*EAN:\s*4006633374668.*Vehicle:\s*Golf VII/s);
  await expect(card(page, 'Oil filter')).toContainText('OF-12');
  await expect(card(page, 'Oil filter')).not.toContainText(/EAN|Vehicle/);
  await expect(page.getByRole('article')).toHaveText([/Oil filter/, /Brake disc/]); // newest first
  await expect(page.getByRole('link', { name: spec('products.new') })).toHaveAttribute(
    'href',
    spec('products.newPath'),
  );
  const read = countCalls(page, '/api/products');
  await page.evaluate(() => ['focus', 'visibilitychange'].forEach((type) => dispatchEvent(new Event(type))));
  expect(read()).toBe(spec('calls on focus of the window'));
  await page.getByRole('link', { name: spec('products.new') }).click();
  await expect(page.getByRole('heading', { name: spec('add.heading'), exact: true })).toBeVisible();
  await page.goBack();
  await expect(card(page, 'Brake disc')).toBeVisible();
  expect(read()).toBe(spec('calls when a list is shown again'));
  await card(page, 'Brake disc')
    .getByRole('link', { name: spec('products.edit') })
    .click();
  await expect(page).toHaveURL(`${spec('products.editPath')}${full.id}`);
});

test('on a phone the button says what it does, and a card shows its first photo, which leads to all', async ({
  page,
  spec,
  catalogue,
}) => {
  const photo = dataUrl(await plainPhoto(colours[0]));
  await catalogue.add({ name: 'Three photos', images: [photo, photo, photo] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products');
  await expect(page.getByRole('link', { name: 'New Product' }).getByText('New Product')).toBeVisible();
  const cover = card(page, 'Three photos').getByRole('button', { name: 'Open image 1 of 3' });
  await expect(cover).toHaveAttribute('data-more', '+2');
  const { width, height } = (await cover.boundingBox())!;
  expect([width, height]).toEqual([spec('products.thumbnail'), spec('products.thumbnail')]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await cover.click();
  const viewer = page.getByRole('dialog', { name: 'Image viewer' });
  await viewer.getByRole('button', { name: 'Next' }).click();
  await expect(viewer.locator('.yarl__slide_current').getByRole('img')).toHaveAccessibleName('Image 2 of 3');
});

test('on a phone two lines hold all that can be done with a product', async ({ page, catalogue }) => {
  const { id } = await catalogue.add({ name: 'Brake disc' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/products/${id}`);
  const duplicate = page.getByRole('link', { name: 'Duplicate', exact: true });
  await expect(duplicate).toBeVisible();
  const actions = page.locator('.record-actions > *');
  const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([5, 2]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await duplicate.click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Brake disc');
});

test('nothing covers what stands above the list', async ({ page, catalogue }) => {
  await catalogue.add({ name: 'Brake disc' });
  await page.goto('/products');
  await expect(page.getByRole('article')).toHaveCount(1);
  for (const part of [
    page.getByRole('link', { name: 'Import' }),
    page.getByRole('link', { name: 'Export' }),
    page.locator('#list-sort'),
  ]) {
    const isInSight = await part.evaluate((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + 1));
    });
    expect(isInSight).toBe(true);
  }
});

test('the search narrows the list, lives in the address, and survives a reload and Back', async ({
  page,
  spec,
  catalogue,
}) => {
  await catalogue.add({ name: 'Brake disc', sku: 'BD-280', vehicle: 'Škoda Fabia' });
  await catalogue.add({ name: 'Oil filter', sku: 'OF_12%', extraFields: { Thread: 'M20x1.5' } });
  await page.goto(spec('products.path'));
  const box = page.getByPlaceholder(spec('products.search'), { exact: true });
  const found = { 'd-28': 'Brake disc', 'SKODA disc': 'Brake disc', m20X: 'Oil filter', '_12%': 'Oil filter' };
  for (const [text, name] of Object.entries(found)) {
    await box.fill(text);
    await expect(page.getByRole('article')).toHaveText([new RegExp(name)]);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(text);
  }
  await page.reload();
  await expect(box).toHaveValue('_12%');
  await expect(page.getByRole('article')).toHaveText([/Oil filter/]);
  await page.getByRole('link', { name: spec('products.edit') }).click();
  await expect(page.getByRole('heading', { name: spec('edit.heading'), exact: true })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('_12%');
  await box.fill('nothing like this');
  await expect(page.getByText(spec('products.none'), { exact: true })).toBeVisible();
  await box.fill('');
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('placeholders show while the list loads, and a failure is told and can be tried again', async ({
  page,
  spec,
  catalogue,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*500/);
  await catalogue.add({ name: 'Brake disc' });
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/products?*', async (route) => {
    await asked;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.goto(spec('products.path'));
  await expect(page.locator('main .card').filter({ has: page.locator('.ant-skeleton') })).toHaveCount(
    spec('products.skeletons'),
  );
  const read = countCalls(page, '/api/products');
  answer();
  await expect(page.getByText(spec('products.failed'), { exact: true })).toBeVisible();
  expect(read()).toBe(spec('calls after a failed read'));
  await expect(page.locator('.ant-skeleton')).toHaveCount(0);
  await page.unroute('**/api/products?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Brake disc')).toBeVisible();
});

test('a thumbnail opens the viewer at its image, and the viewer wraps at both ends', async ({
  page,
  spec,
  catalogue,
}) => {
  const images = await Promise.all(colours.map(async (colour) => dataUrl(await plainPhoto(colour))));
  await catalogue.add({ name: 'Three photos', images });
  await catalogue.add({ name: 'One photo', images: images.slice(0, 1) });
  await page.goto(spec('products.path'));
  await page.getByRole('button', { name: 'Cards' }).click();
  const thumbnails = card(page, 'Three photos').getByRole('button', { name: /image/i });
  await expect(thumbnails).toHaveCount(3);
  for (const thumbnail of await thumbnails.locator('img').all()) {
    const { width, height } = (await thumbnail.boundingBox())!;
    expect([width, height]).toEqual([spec('products.thumbnail'), spec('products.thumbnail')]);
  }
  await thumbnails.nth(1).click();
  const viewer = page.getByRole('dialog', { name: 'Image viewer' });
  const shown = viewer.locator('.yarl__slide_current').getByRole('img');
  await expect(shown).toHaveAccessibleName(spec('viewer.opened'));
  for (const [way, names] of [
    ['Next', ['Image 3 of 3', spec('viewer.afterLast'), 'Image 2 of 3']],
    ['Previous', ['Image 1 of 3', spec('viewer.beforeFirst'), 'Image 2 of 3']],
  ] as const) {
    for (const name of names) {
      await viewer.getByRole('button', { name: way }).click();
      await expect(shown).toHaveAccessibleName(name);
    }
  }
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320); // the whole picture
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(thumbnails.nth(1)).toBeFocused();
  await card(page, 'One photo').getByRole('button', { name: /image/i }).click();
  await expect(viewer.getByRole('button', { name: /close/i })).toBeVisible();
  await expect(viewer.getByRole('button', { name: /previous|next/i })).toHaveCount(spec('viewer.buttons'));
});

test('with a thousand products only those near the window are in the document', async ({
  page,
  app,
  spec,
  catalogue,
}) => {
  const first = await catalogue.add({ name: 'The first of all' });
  const copy = `insert into products (name, sku, images) select 'Part ' || n, 'N-' || n, (select images from products where id = $1) from generate_series(1, 999) n`;
  await sql(app.databaseUrl, copy, [first.id]);
  await page.goto(spec('products.path'));
  await expect(card(page, 'Part 999')).toBeVisible();
  const size = () => page.evaluate(() => document.querySelectorAll('*').length);
  let largest = await size();
  const oldest = card(page, 'The first of all');
  for (let rounds = 0; rounds < 120 && (await oldest.count()) === 0; rounds += 1) {
    await page.mouse.wheel(0, 6000);
    await page.waitForTimeout(30);
    largest = Math.max(largest, await size());
  }
  await expect(oldest).toBeVisible();
  expect(largest).toBeLessThan(3000);
});
