import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Account } from '../support/account';
import { backendFile } from '../support/database';
import { expect, test } from '../support/fixtures';

interface DemoProduct {
  name: string;
  /** How many; not for the API. */
  photos: number;
  kind: { drawing: unknown };
  look: unknown;
}

interface Shop {
  send(method: string, path: string, body: unknown): Promise<Response>;
}

interface DataSource {
  initialize(): Promise<DataSource>;
  destroy(): Promise<void>;
}

interface Demo {
  Shop: { enter(url: string, email: string, password: string): Promise<Shop> };
  DataSource: new (options: unknown) => DataSource;
  dataSourceOptions(url: string): unknown;
  demoProducts(): DemoProduct[];
  photograph(drawing: unknown, look: unknown, view: string): Promise<Buffer>;
  addHistory(source: DataSource, shop: Shop, now: Date): Promise<unknown>;
}

const PRODUCTS = 14;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

// The README's pictures change only when they are asked for, so that a test run leaves no change behind.
const folder = join(root, process.env.UPDATE_SCREENSHOTS === '1' ? 'docs/screenshots' : '.results/screenshots');

test('the pictures of the README show the demo shop', async ({ page, app }) => {
  test.slow();
  const anna = await Account.register(app.url, 'anna@parts-shop.example');
  await fillShop(app, anna);
  await page.context().addCookies(anna.cookies);
  mkdirSync(folder, { recursive: true });
  await page.goto('/products');
  await expect(page.getByRole('article').nth(PRODUCTS - 1)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click(); // no blinking cursor in the search box
  for (const photo of await page.getByRole('article').getByRole('button').locator('img').all()) {
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(200);
  }
  await page.screenshot({ path: join(folder, 'products.png') });

  await page.goto('/');
  await expect(page.locator('main canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, 'dashboard.png') });
});

/** Adds the first products of the demo shop, and all that its colleagues wrote. */
async function fillShop(app: { url: string; databaseUrl: string }, { email, password }: Account): Promise<void> {
  const load = createRequire(import.meta.url);
  const files = ['shop', 'products', 'photos/studio', 'past/history'].map((name) => `platform/demo/${name}.js`);
  const modules = [...files, 'database/data-source.js'].map((name) => load(backendFile(name)) as object);
  const demo = Object.assign({}, load('typeorm'), ...modules) as Demo;
  const shop = await demo.Shop.enter(app.url, email, password);
  await shop.send('PATCH', '/api/user', { name: 'Anna Keller' });
  for (const { kind, look, photos: _photos, ...product } of demo.demoProducts().slice(0, PRODUCTS).reverse()) {
    const photos = await Promise.all(['whole', 'close-up'].map((view) => demo.photograph(kind.drawing, look, view)));
    const images = photos.map((webp) => `data:image/webp;base64,${webp.toString('base64')}`);
    const { status } = await shop.send('POST', '/api/products', { ...product, images });
    expect(status).toBe(201);
  }
  const source = await new demo.DataSource(demo.dataSourceOptions(app.databaseUrl)).initialize();
  await demo.addHistory(source, shop, new Date()).finally(() => source.destroy());
}
