import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { sql } from '../support/database';

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
  await sql(
    app.databaseUrl,
    `insert into products (name, sku, images) select 'Item ' || n, 'I-' || n, (select images from products where id = $1) from generate_series(1, 150) n`,
    [id],
  );
  await page.goto('/products');
  const wanted = page.getByRole('article', { name: 'Item 90', exact: true });
  const until = Date.now() + 15_000;
  while (Date.now() < until && (await wanted.count()) === 0) {
    // Less than a screen, and then drawn: a browser that is behind would scroll past the row that is wanted.
    await page.evaluate(() => {
      scrollBy(0, 300);
      return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
  }
  await wanted.scrollIntoViewIfNeeded();
  await wanted.getByRole('link', { name: 'Edit Product' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Item 90');
  await page.goBack();
  await expect(wanted).toBeInViewport();
});

test('a page that is loaded starts at its top; a reload and Back keep the place', async ({ page, catalogue }) => {
  const { id } = await catalogue.add({ description: 'Line\n'.repeat(200) });
  const place = () => page.evaluate(() => Math.round(scrollY));
  const ready = (name: string) => expect(page.getByRole('button', { name })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`/products/edit/${id}`);
  await ready('Update Product');
  await page.evaluate(() => scrollTo(0, 300));
  await page.goto('/add');
  await ready('Add Product');
  expect(await place()).toBe(0);
  await page.evaluate(() => scrollTo(0, 200));
  await page.reload();
  await ready('Add Product');
  await expect.poll(place).toBe(200);
  await page.goto('/problems/new');
  await ready('Add Problem');
  expect(await place()).toBe(0);
  await page.goBack();
  await ready('Add Product');
  await expect.poll(place).toBe(200);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Problems' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Problems' })).toBeFocused();
  expect(await place()).toBe(0);
});

/** The most that a screen may move while it loads (Cumulative Layout Shift). */
const MAX_SHIFT = 0.02;

const screens = [
  '/',
  '/activity',
  '/trash',
  '/queue',
  ...['/products', '/products/1', '/products/edit/1', '/products/add'],
  ...['customer-questions', 'problems', 'updates'].flatMap((list) =>
    ['', '/1', '/1/edit', '/new'].map((screen) => `/${list}${screen}`),
  ),
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 412, height: 823 },
]) {
  test(`screens do not jump while they load, ${viewport.width} px wide`, async ({ page, catalogue, desk }) => {
    test.slow();
    await page.setViewportSize(viewport);
    for (let made = 0; made < 9; made += 1)
      await Promise.all([catalogue.add(), desk.addProblem(), desk.addQuestion(), desk.addUpdate()]);
    await desk.respond('/api/problems/1', 'Dear customer');
    const tags = await Promise.all(['Warranty', 'Recall'].map((name) => desk.tag(name, 'red')));
    for (const path of ['/api/problems/1', '/api/customer-questions/1', '/api/customer-questions/2']) {
      await desk.take(path);
      for (const tag of tags) await desk.addTag(path, tag);
    }
    for (const path of screens) {
      const first = await layoutShift(page, path);
      // On a busy machine a frame may be late: what a screen does each time it does twice.
      const { sum, moved } = first.sum > MAX_SHIFT ? await layoutShift(page, path) : first;
      expect.soft(sum, `${path}: ${moved}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
  });
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Opens a page slowly enough to see it load, one answer after the other, and says how much it moved (Cumulative Layout Shift). */
async function layoutShift(page: Page, path: string): Promise<{ sum: number; moved: string }> {
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 100 + (asked % 4) * 50));
    // The page may have been left already.
    await route.continue().catch(() => undefined);
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy=true], main .ant-skeleton')).toHaveCount(0);
  const shift = await page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string }>((resolve) => {
        const shift = { sum: 0, moved: '' };
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as LayoutShift[]) {
            shift.sum += value;
            for (const { node } of sources) shift.moved += `${node?.parentElement?.className} > ${node?.textContent}; `;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shift), 300);
      }),
  );
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return shift;
}

test('a bar shows that the code of a screen takes long, and goes when the screen is there', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Loading the page' });
  await expect(bar).toHaveCount(0);
  let send = () => {};
  const held = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Problems' }).click();
  await expect(bar).toBeVisible();
  await expect.poll(async () => (await bar.boundingBox())?.width).toBeGreaterThan(100);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  send();
  await expect(page.getByRole('heading', { level: 1, name: 'Problems' })).toBeFocused();
  await expect(bar).toBeHidden();
});

test('a screen that cannot be loaded offline leaves the menu, and comes when the network is back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.forget(/./);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Problems' }).click();
  const reason = page.getByRole('heading', { name: 'You are offline, and this page has not been loaded before' });
  await expect(reason).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible();
});

test('code that could not be loaded once is loaded when one comes again', async ({ page, context, complaints }) => {
  complaints.forget(/./);
  // A page that is a minute old.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000;
  });
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Problems' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeFocused();
  await expect(page).toHaveTitle(/^You are offline/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await context.setOffline(false);
  await menu.getByRole('link', { name: 'Problems' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible();
});

test('a double click on a link leads there once', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/problems');
  await menu.getByRole('link', { name: 'Questions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Questions' })).toBeVisible();
  await menu.getByRole('link', { name: 'Problems' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Questions' })).toBeVisible();
});

test('keys that are pressed while the next screen is loaded change nothing on the one before', async ({
  page,
  desk,
}) => {
  const { id } = await desk.addQuestion({
    title: 'Does it fit?',
    description: 'A van.',
  });
  await page.goto(`/customer-questions/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Does it fit?' })).toBeVisible();
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()));
  await page.route('**/queue-screen-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/\/queue$/);
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  expect(changes).toEqual([]);
  const { status } = await desk.read<{ status: string }>(`/api/customer-questions/${id}`);
  expect(status).toBe('open');
});
