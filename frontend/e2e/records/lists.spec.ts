import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe';
import { sql } from '../support/database';
import { expect, test } from '../support/fixtures';
import { dataUrl, plainPhoto } from '../support/photos';

/** Each list with 60 records, a third of them of each status; every second problem has the photo of the product. */
const lists = [
  {
    path: '/products',
    fill: `insert into products (name, sku, ean, vehicle, images) select 'Nordbrake brake disc 280 mm, vented, no. ' || n, 'NB-BD-4' || (1000 + n), '2100730098' || (100 + n), 'Skoda Octavia III 2.0 TDI (2012-2020)', (select images from products limit 1) from generate_series(1, 60) n`,
  },
  {
    path: '/customer-questions',
    fill: `insert into customer_questions (title, description, status, created_by_id) select 'What is the difference between KS-CS-40632 and the original part? ' || n, 'The original part costs nearly three times as much. It has to last, the car tows a caravan twice a year.', (array['open', 'in_progress', 'resolved'])[1 + n % 3], (select min(id) from users) from generate_series(1, 60) n`,
  },
  {
    path: '/problems',
    fill: `insert into problems (title, description, status, images, created_by_id) select 'Scratches on two wheels of VL-AW-40870, seen when unpacked ' || n, 'Two of the four wheels have deep scratches on the rim edge. They are not fitted yet.', (array['open', 'in_progress', 'resolved'])[1 + n % 3], case when n % 2 = 0 then (select images from products limit 1) else '[]' end, (select min(id) from users) from generate_series(1, 60) n`,
  },
];

/** How many records can be seen whole: nothing cuts or covers them. */
function wholeRecords(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isWhole = (article: Element) => {
      const { left, right, top, bottom } = article.getBoundingClientRect();
      const at = (x: number, y: number) => article.contains(document.elementFromPoint(x, y));
      return bottom <= innerHeight && right <= innerWidth && at(left + 20, top + 2) && at(right - 20, bottom - 2);
    };
    return [...document.querySelectorAll('article')].filter(isWhole).length;
  });
}

for (const { path, fill } of lists) {
  test(`${path} shows at least 14 rows on a laptop and 3 cards on a phone, for everybody`, async ({
    page,
    app,
    catalogue,
  }) => {
    await catalogue.add({ images: [dataUrl(await plainPhoto('#22aa44'))] });
    await sql(app.databaseUrl, fill);
    await page.goto(path);
    await expect(page.locator('.item-row').first()).toBeVisible();
    expect(await wholeRecords(page)).toBeGreaterThanOrEqual(14);
    expect(await page.locator('.card-grid > li').first().boundingBox()).toMatchObject({ height: 45 });
    for (const width of [1280, 1024]) await expectNoSidewaysScroll(page, width, `${path} in rows`);
    await expectAccessible(page, `${path} in rows`);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('.item-card').first()).toBeVisible();
    expect(await wholeRecords(page)).toBeGreaterThanOrEqual(3);
    for (const width of [320, 390, 820]) await expectNoSidewaysScroll(page, width, `${path} in cards`);
    await expectAccessible(page, `${path} in cards`);
    await page.getByRole('button', { name: 'Rows' }).click();
    await expectNoSidewaysScroll(page, 320, `${path} in rows`);

    // Two lines on a tablet; on a phone the title may have two.
    for (const [width, height, highest] of [
      [820, 1180, 62],
      [390, 844, 84],
    ]) {
      await page.setViewportSize({ width, height });
      const heights = () =>
        page.locator('.item-row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      await expect.poll(async () => Math.max(...(await heights())), `${width} px`).toBeLessThanOrEqual(highest);
    }
    await expectAccessible(page, `${path} in rows on a phone`);
  });
}

test('who takes care of what stands in a column of its own', async ({ page, app, catalogue, desk }) => {
  await catalogue.add();
  await sql(app.databaseUrl, lists[2].fill);
  const [short, long] = await desk.read<{ id: number }[]>('/api/problems?limit=2');
  await Promise.all([short, long].map(({ id }) => desk.take(`/api/problems/${id}`)));
  await desk.addTag(`/api/problems/${short.id}`, await desk.tag('Recall', 'red'));
  await page.goto('/problems');
  const people = page.locator('.item-row .avatar');
  await expect(people).toHaveCount(2);
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (width < 1024) await page.getByRole('button', { name: 'Rows' }).click();
    await expect(people).toHaveCount(2);
    const places = await people.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(places[0], `${width} px`).toBe(places[1]);
  }
});

test('a list comes back as it was left, with its status, order and place', async ({ page, app, catalogue }) => {
  await catalogue.add();
  await sql(app.databaseUrl, lists[1].fill);
  await page.goto('/customer-questions');
  const tabs = page.getByRole('navigation', { name: 'Status' });
  await expect(tabs).toHaveText('Open 20In Progress 20Resolved 20All 60');
  await tabs.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('status').getByText('20 customer questions')).toBeVisible();
  await page.locator('#list-sort').selectOption('Oldest first');
  await expect(page).toHaveURL('/customer-questions?status=open&sort=oldest');
  await expect(page.getByRole('article').first()).toContainText('the original part? 3');
  const last = page.getByRole('article').last();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await last.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(/customer-questions\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/customer-questions?status=open&sort=oldest');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await page.goto('/customer-questions');
  await expect(page).toHaveURL('/customer-questions?status=open');
});

test('rows are read without anything moving', async ({ page, app, catalogue }) => {
  await catalogue.add();
  await sql(app.databaseUrl, lists[1].fill);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/customer-questions');
  await expect(page.locator('.item-row').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
  );
  expect(shift).toBeLessThanOrEqual(0.02);
});
