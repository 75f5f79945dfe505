import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { Account } from '../support/account';
import { residentMemory, startApp } from '../support/app';
import { createDatabase, sql, templateDatabase } from '../support/database';
import { expect, test } from '../support/fixtures';
import { noisePhoto } from '../support/photos';

const MB = 1024 * 1024;
/** E2E_PRODUCTS=1000 for the whole of it; the usual run streams 1 GB, far more than the memory it may take. */
const products = Number(process.env.E2E_PRODUCTS ?? 400);

/** Stores products with two photos of 1 MB each, every photo another file: a comment in it carries its number. */
async function store(url: string): Promise<void> {
  const photo = await noisePhoto(1120);
  expect(photo.length).toBeGreaterThan(MB);
  const photos = `
    insert into images (sha256, type, bytes)
    select encode(sha256(bytes), 'hex'), 'image/jpeg', bytes from (
      select $1::bytea || decode('fffe0006', 'hex') || int4send(n) || $2::bytea as bytes from generate_series(1, ${products * 2}) n
    ) as photos`;
  await sql(url, 'alter table images set unlogged'); // 2 GB that need not outlive a crash
  await sql(url, photos, [photo.subarray(0, 2), photo.subarray(2)]);
  await sql(
    url,
    `
    insert into products (name, sku, images)
    select 'Part ' || n, 'P-' || n, jsonb_build_array('data:image/jpeg;base64,#' || one, 'data:image/jpeg;base64,#' || two) from (
      select row_number() over () as n, min(sha256) as one, max(sha256) as two
      from (select sha256, row_number() over (order by sha256) as place from images) as numbered group by (place - 1) / 2
    ) as pairs`,
  );
}

/** Sums up what comes over the wire from now on, in bytes. */
async function weigh(page: Page): Promise<() => number> {
  let bytes = 0;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}

test('many products with two photos of 1 MB each: a light screen, and a list that streams', async ({ browser }) => {
  test.setTimeout(240_000);
  const url = await createDatabase('e2e_1000_products', templateDatabase);
  await store(url);
  const app = await startApp(url);
  try {
    const account = await Account.register(app.url);
    expect(await account.call('GET', '/api/statistics')).toMatchObject({ products });
    const context = await browser.newContext({
      baseURL: app.url,
      storageState: { cookies: account.cookies, origins: [] },
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    const weight = await weigh(page);
    await page.goto('/products');
    await expect(page.getByRole('article').first()).toBeVisible();
    const thumbnail = page.getByRole('article').first().locator('img').first();
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
    await page.waitForLoadState('networkidle');
    console.log(`products screen: ${(weight() / 1000).toFixed(0)} kB on the wire`);
    expect(weight()).toBeLessThan(1_500_000);
    await context.close();

    const { bytes, highest } = await streamWhole(account, app.pid);
    console.log(`GET /api/products: ${(bytes / MB).toFixed(0)} MB, highest memory ${(highest / MB).toFixed(0)} MB`);
    expect(bytes).toBeGreaterThan(products * 2 * 1.33 * MB);
    expect(highest).toBeLessThan(400 * MB);
  } finally {
    await app.stop();
    await sql(process.env.E2E_POSTGRES_URL!, 'drop database e2e_1000_products with (force)');
  }
});

/** Reads the whole list to its end, watching the memory of the server. */
async function streamWhole(account: Account, pid: number): Promise<{ bytes: number; highest: number }> {
  const response = await account.send('GET', '/api/products');
  expect(response.status).toBe(200);
  let bytes = 0;
  let highest = 0;
  let end = '';
  const timer = setInterval(() => (highest = Math.max(highest, residentMemory(pid))), 50);
  try {
    for await (const chunk of response.body!) {
      bytes += chunk.length;
      end = (end + Buffer.from(chunk.subarray(-20)).toString()).slice(-20);
    }
  } finally {
    clearInterval(timer);
  }
  expect(end.trimEnd().endsWith('}]'), 'the list is complete').toBe(true);
  return { bytes, highest };
}

test('the scripts of a first screen stay within their budgets', async ({
  browser,
  baseURL,
  storageState,
  catalogue,
}) => {
  await catalogue.add();
  const budgets = {
    '/auth': 200_000,
    '/': 300_000,
    '/products': 300_000,
    '/add': 300_000,
    '/products/edit/1': 300_000,
  };
  for (const [path, budget] of Object.entries(budgets)) {
    const context = await browser.newContext({ baseURL, storageState: path === '/auth' ? undefined : storageState });
    // What is loaded ahead a second later, for a click that may come, is no part of a first screen.
    await context.addInitScript(() => {
      const start = window.setTimeout;
      const startShort = (run: TimerHandler, ms = 0, ...args: unknown[]) => (ms >= 1000 ? 0 : start(run, ms, ...args));
      Object.assign(window, { setTimeout: startShort });
    });
    const fresh = await context.newPage();
    const scripts: Promise<Buffer>[] = [];
    fresh.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await fresh.goto(path);
    await fresh.waitForLoadState('networkidle');
    const sizes = (await Promise.all(scripts))
      .filter((script) => !isChart(script))
      .map((script) => gzipSync(script).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${path}: ${(total / 1000).toFixed(0)} kB of scripts (gzip) in ${sizes.length} files`);
    expect(total, path).toBeGreaterThan(50_000);
    expect(total, path).toBeLessThanOrEqual(budget);
    await context.close();
  }
});

/** The chart is loaded after the first paint and has no part in the budget. */
function isChart(script: Buffer): boolean {
  return script.length > 800_000;
}
