import { expect, test, type Catalogue } from '../support/fixtures';
import type { Account } from '../support/account';
import type { Desk } from '../support/records';
import { coveredByTab, cutTexts } from '../support/fit';
import { dataUrl, plainPhoto } from '../support/photos';
import { longWord } from '../support/walk';

const sentence =
  'Nordbrake brake pads, front, ceramic, without wear sensor, for Hyundai i30 (GD) and Kia Ceed from 2012';
const text = `${sentence}. ${longWord} https://example.com/${longWord}\n\n${sentence}.`;

/** Records with texts as long as people and other shops write them. */
async function fill(catalogue: Catalogue, desk: Desk, account: Account): Promise<void> {
  const images = await Promise.all(['#b33', '#36b', '#3a6'].map(async (colour) => dataUrl(await plainPhoto(colour))));
  for (const name of [sentence, longWord])
    await catalogue.add({
      name,
      sku: `BRK-${name.length}-${'4711-'.repeat(6)}X`,
      ean: '4006381333931',
      vehicle: sentence,
      description: text,
      images,
      extraFields: { [longWord.slice(0, 60)]: sentence, Axle: 'front' },
    });
  for (const title of [sentence, longWord]) {
    const { id } = await desk.addQuestion({ title, description: text });
    await desk.respond(`/api/customer-questions/${id}`, text);
    await desk.addProblem({ title, description: text, images });
    await desk.addUpdate({ title, content: text });
  }
  const { id } = await desk.addProblem({ title: longWord, description: text });
  await account.call('DELETE', `/api/problems/${id}`);
}

const routes = [
  '/',
  '/products',
  '/products/1',
  '/products/edit/1',
  '/products/import',
  '/add',
  '/customer-questions',
  '/customer-questions/1',
  '/customer-questions/1/edit',
  '/customer-questions/new',
  '/problems',
  '/problems/1',
  '/problems/1/edit',
  '/problems/new',
  '/updates',
  '/updates/1',
  '/updates/1/edit',
  '/updates/new',
  '/account',
  '/colleagues',
  '/tokens',
  '/webhooks',
  '/activity',
  '/queue',
  '/notifications',
  '/trash',
  '/drafts',
  '/no/such/page',
];

// The second is a window of 1280 x 800 at 200 %.
for (const [width, height] of [
  [320, 640],
  [640, 400],
] as const) {
  test(`nothing is cut off or covered at ${width} x ${height}`, async ({
    page,
    catalogue,
    desk,
    account,
    complaints,
  }) => {
    complaints.forget(/Failed to load resource.*404/);
    await fill(catalogue, desk, account);
    await page.setViewportSize({ width, height });
    const wrong: Record<string, unknown> = {};
    for (const path of routes) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy=true], main .ant-skeleton')).toHaveCount(0);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const cut = await cutTexts(page);
      const covered = await coveredByTab(page);
      if (beyond > 0 || cut.length > 0 || covered.length > 0) wrong[path] = { beyond, cut, covered };
    }
    expect(wrong).toEqual({});
  });
}

test('at 320 px lists keep the plus of a new record, and a card keeps the start of a code', async ({
  page,
  catalogue,
}) => {
  const images = [dataUrl(await plainPhoto('#b33'))];
  await catalogue.add({ name: 'Pads', sku: `BRK-${'4711-'.repeat(12)}X`, images });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/customer-questions', '/problems', '/updates', '/products']) {
    await page.goto(path);
    const add = page.locator('.list-head > .ant-btn-primary');
    const { width } = (await add.boundingBox())!;
    expect(width, path).toBeGreaterThanOrEqual(36);
    await expect(add.locator('svg'), path).toBeVisible();
  }
  const card = page.getByRole('article', { name: 'Pads' });
  await expect(card.locator('.product-sku dd')).toHaveCSS('display', 'inline');
  // Long names must not run into the button.
  await card.locator('.item-time').evaluate((time) => (time.textContent = 'a very long while ago, all in all'));
  const [facts, edit] = await Promise.all(
    [card.locator('.item-time'), card.getByRole('link', { name: 'Edit Product' })].map((part) => part.boundingBox()),
  );
  expect(facts!.y + facts!.height <= edit!.y || facts!.x + facts!.width + 8 <= edit!.x).toBe(true);
});

test('a long title takes two lines of what changed', async ({ page, desk }) => {
  await desk.addQuestion({ title: longWord.repeat(4).slice(0, 255) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/activity');
  const title = page.locator('.activity-text .activity-record').first();
  await expect(title).toBeVisible();
  expect((await title.boundingBox())!.height).toBeLessThanOrEqual(2 * 24);
});

test.describe('for fingers', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('small buttons, tabs and segments are 40 px high, and nothing is cut off', async ({
    page,
    catalogue,
    desk,
    account,
    complaints,
  }) => {
    complaints.forget(/Failed to load resource.*404/);
    await fill(catalogue, desk, account);
    const wrong: Record<string, unknown> = {};
    for (const path of routes) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy=true], main .ant-skeleton')).toHaveCount(0);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const cut = await cutTexts(page);
      const low = await page
        .locator('main :is(.ant-btn-sm, .back-link, .status-tab, .work-button, .view-switch button)')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 40))
        .then((found) => found.length);
      if (beyond > 0 || cut.length > 0 || low > 0) wrong[path] = { beyond, cut, low };
    }
    expect(wrong).toEqual({});
  });
});

test('the controls of a list are equally high for fingers', async ({ browser, app, account }) => {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    isMobile: true,
  });
  await context.addCookies(account.cookies);
  const page = await context.newPage();
  await page.goto('/problems');
  const controls = page.locator('.list-head-tools :is(.ant-input-affix-wrapper, select, .filter-button, .view-switch)');
  await expect(controls).toHaveCount(4);
  const heights = await controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights).toEqual([36, 36, 36, 36]);
  await context.close();
});

test('the check finds what is cut off and what is covered', async ({ page }) => {
  await page.setContent(
    `<style>body { margin: 0 }</style>
     <p style="width:40px;overflow:hidden;white-space:nowrap">cut off at its end</p>
     <p style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">said to be cut off</p>
     <button>covered</button><div style="position:fixed;inset:0;background:#fff"></div>`,
  );
  expect(await cutTexts(page)).toEqual([expect.stringContaining('cut off at its end')]);
  expect(await coveredByTab(page)).toEqual([expect.stringContaining('covered')]);
});

test('headings are in order on every route', async ({ page, catalogue, desk, account, complaints }) => {
  complaints.forget(/Failed to load resource.*404/);
  await fill(catalogue, desk, account);
  for (const path of routes) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('main [aria-busy=true], main .ant-skeleton')).toHaveCount(0);
    const levels = await page
      .getByRole('heading')
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    expect(levels[0], path).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0), `${path}: ${levels.join(' ')}`).toBeLessThanOrEqual(1);
  }
});
