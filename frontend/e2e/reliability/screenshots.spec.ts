import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Account } from '../support/account';
import { backendFile } from '../support/database';
import { expect, test } from '../support/fixtures';

interface DemoProduct {
  name: string;
  sku: string;
  ean: string;
  vehicle?: string;
  description: string;
  extraFields: Record<string, string>;
  kind: { drawing: unknown };
  look: unknown;
}

interface Demo {
  demoProducts(): DemoProduct[];
  photograph(drawing: unknown, look: unknown, view: string): Promise<Buffer>;
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

// The README's pictures change only when they are asked for, so that a test run leaves no change behind.
const folder = join(root, process.env.UPDATE_SCREENSHOTS === '1' ? 'docs/screenshots' : '.results/screenshots');

test('the pictures of the README show the demo shop', async ({ page, app, catalogue }) => {
  const load = createRequire(import.meta.url);
  const { demoProducts } = load(backendFile('platform/demo/products.js')) as Demo;
  const { photograph } = load(backendFile('platform/demo/photos/studio.js')) as Demo;
  for (const { kind, look, name, sku, ean, vehicle, description, extraFields } of demoProducts()
    .slice(0, 9)
    .reverse()) {
    const photos = await Promise.all(['whole', 'close-up'].map((view) => photograph(kind.drawing, look, view)));
    const images = photos.map((webp) => `data:image/webp;base64,${webp.toString('base64')}`);
    await catalogue.add({ name, sku, ean, vehicle, description, extraFields, images });
  }
  await page.context().addCookies((await Account.register(app.url, 'anna@parts-shop.example')).cookies);
  mkdirSync(folder, { recursive: true });
  await page.goto('/products');
  await expect(page.getByRole('article')).toHaveCount(9);
  await page.getByRole('heading', { level: 1 }).click(); // no blinking cursor in the search box
  for (const photo of await page.getByRole('article').getByRole('button').locator('img').all()) {
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(200);
  }
  await page.screenshot({ path: join(folder, 'products.png') });

  await page.route('**/api/statistics', (route) =>
    route.fulfill({ json: { products: 300, problems: 64, questions: 128, updates: 24 } }),
  );
  await page.goto('/');
  await expect(page.locator('main canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, 'dashboard.png') });
});
