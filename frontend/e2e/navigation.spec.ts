import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures';
import { sql } from './harness/database';

test('a change of page moves the focus to its heading and names the document', async ({ page, catalogue }) => {
  const { id } = await catalogue.add({ name: 'Brake disc' });
  await page.goto('/');
  await expect(page).toHaveTitle(/Dashboard.*Ecom CRM Platform/);
  await page.getByRole('main').getByRole('link', { name: 'Registered products' }).click();
  await expect(page).toHaveTitle(/Products/);
  await page.getByRole('link', { name: 'Edit Product' }).click();
  await expect(page).toHaveURL(`/products/edit/${id}`);
  await expect(page).toHaveTitle(/Edit Product/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const focused = page.locator('main :focus');
  await expect(focused).toHaveCount(1);
});

test('the first Tab reaches the link that skips to the content', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('Back leads to where one was in a long list', async ({ page, app, catalogue }) => {
  const { id } = await catalogue.add();
  await sql(app.databaseUrl, `insert into products (name, sku, images) select 'Item ' || n, 'I-' || n, (select images from products where id = $1) from generate_series(1, 150) n`, [id]);
  await page.goto('/products');
  const wanted = page.getByRole('article', { name: 'Item 90', exact: true });
  for (let rounds = 0; rounds < 60 && (await wanted.count()) === 0; rounds += 1) {
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(50);
  }
  await wanted.scrollIntoViewIfNeeded();
  await wanted.getByRole('link', { name: 'Edit Product' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Item 90');
  await page.goBack();
  await expect(wanted).toBeInViewport();
});

test('screens do not jump while they load', async ({ page, catalogue }) => {
  const products = [];
  for (let made = 0; made < 12; made += 1) products.push(await catalogue.add());
  for (const path of ['/', '/products', `/products/edit/${products[0].id}`, '/add']) {
    expect(await layoutShift(page, path), path).toBeLessThan(0.02);
  }
});

/** Opens a page slowly enough to see it load, and answers how much it moved (Cumulative Layout Shift). */
async function layoutShift(page: Page, path: string): Promise<number> {
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  await page.unroute('**/api/**');
  return shift;
}
