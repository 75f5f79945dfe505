import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { barHeights, colourName, readBars, type Bar } from '../support/chart';
import { expectToast } from '../support/toasts';

const counts = { products: 12, problems: 9, questions: 6, updates: 3 };

test('the dashboard counts each kind of record and leads to it', async ({ page, spec, account, catalogue, desk }) => {
  for (let made = 0; made < 3; made += 1) await catalogue.add();
  for (const status of ['open', 'resolved'])
    await Promise.all([desk.addProblem({ status }), desk.addQuestion({ status })]);
  await Promise.all([desk.addQuestion(), desk.addQuestion(), desk.addUpdate()]);
  await page.goto(spec('dashboard.path'));
  await expect(page.getByRole('heading', { name: spec('dashboard.title'), exact: true })).toBeVisible();
  await expect(page.getByText(account.email, { exact: true })).toBeVisible();
  const cards = [
    [spec('dashboard.products'), spec('dashboard.productsPath'), 3],
    [spec('dashboard.problems'), spec('dashboard.problemsPath'), 2],
    [spec('dashboard.questions'), spec('dashboard.questionsPath'), 4],
    [spec('dashboard.updates'), spec('dashboard.updatesPath'), 1],
  ] as const;
  for (const [name, path, count] of cards) {
    const card = page.getByRole('main').getByRole('link', { name });
    await expect(card).toHaveAttribute('href', path);
    await expect(card).toHaveAccessibleName(`${name} ${count}`);
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: spec('dashboard.products') })
    .click();
  await expect(page).toHaveURL(spec('products.path'));
  await page.goBack();
  await page
    .getByRole('main')
    .getByRole('link', { name: spec('products.new') })
    .click();
  await expect(page).toHaveURL(spec('products.newPath'));
});

test('the chart shows one bar for each kind, in its colour and width, and its count', async ({ page, spec }) => {
  await page.route('**/api/statistics', (route) => route.fulfill({ json: counts }));
  await page.goto(spec('dashboard.path'));
  await expect(page.getByRole('heading', { name: spec('chart.title'), exact: true })).toBeVisible();
  const chart = page.getByRole('img', { name: /chart/i });
  const table = page.getByRole('table', { name: spec('chart.title') });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveText([
    new RegExp(`${spec('chart.products')}\\s*12`),
    new RegExp(`${spec('chart.problems')}\\s*9`),
    new RegExp(`${spec('chart.questions')}\\s*6`),
    new RegExp(`${spec('chart.updates')}\\s*3`),
  ]);
  const colours = [
    spec('chart.productsColour'),
    spec('chart.problemsColour'),
    spec('chart.questionsColour'),
    spec('chart.updatesColour'),
  ];
  let bars: Bar[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // One look for both: a chart that is being drawn again has no bars for a moment.
    await expect
      .poll(async () => {
        bars = await readBars(chart);
        return bars.map(({ colour, width }) => [colourName(colour), width]);
      })
      .toEqual(colours.map((colour) => [colour, spec('chart.barWidth')]));
  }
  expect((await chart.locator('canvas').first().boundingBox())!.height).toBe(spec('chart.height'));
  const [first] = bars;
  await chart.hover({ position: { x: first.left + first.width / 2, y: first.bottom - 8 } });
  await expect(page.getByText(`${spec('chart.tooltip')}12`, { exact: true })).toBeVisible();
});

test('the bars grow in a second, and stand at once for who asked for less movement', async ({ page, spec }) => {
  await page.route('**/api/statistics', (route) => route.fulfill({ json: counts }));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const duration = await growing(page);
  // A busy machine draws the first frame late.
  expect(duration).toBeGreaterThan(spec('chart.animation') * 0.5);
  expect(duration).toBeLessThan(spec('chart.animation') * 1.4);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await growing(page)).toBeLessThan(spec('chart.animation') * 0.2);
});

test('counts that cannot be read stay at 0, and the failure is told', async ({ page, spec, complaints }) => {
  complaints.forget(/Failed to load resource.*500/);
  await page.route('**/api/statistics', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(spec('dashboard.path'));
  await expectToast(page, { title: 'Error', text: spec('dashboard.failed'), variant: 'destructive' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The numbers could not be loaded.');
  for (const name of [
    spec('dashboard.products'),
    spec('dashboard.problems'),
    spec('dashboard.questions'),
    spec('dashboard.updates'),
  ]) {
    await expect(page.getByRole('main').getByRole('link', { name: `${name} 0` })).toBeVisible();
  }
});

test('what waits longest is opened, and the next oldest is a key away', async ({ page, desk }) => {
  for (const title of ['First', 'Second', 'Third']) await desk.addQuestion({ title });
  await desk.addQuestion({ title: 'Done', status: 'resolved' });
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Waiting longest' });
  await expect(waiting.getByRole('listitem')).toHaveText([/First/, /Second/, /Third/]);
  await waiting.getByRole('link', { name: 'First' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('First');
  await expect(page.getByRole('navigation', { name: 'In the list' })).toContainText('1 of 3');
  for (const [key, name] of [
    ['j', 'Second'],
    ['j', 'Third'],
    ['k', 'Second'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(title).toHaveText(name);
  }
  await page.goBack();
  await waiting.getByRole('link', { name: 'Questions' }).click();
  await expect(page.getByRole('article')).toHaveText([/First/, /Second/, /Third/]);
});

/** Opens the dashboard and answers how long the bars of the chart grow, in milliseconds. */
async function growing(page: Page): Promise<number> {
  await page.goto('/', { waitUntil: 'commit' });
  return page.evaluate(barHeights);
}
