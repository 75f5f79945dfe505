import type { Browser, Page } from '@playwright/test';
import { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { shownStatus } from '../support/threads';
import { toasts } from '../support/toasts';

/** Somebody else, and what they do over the API. */
async function colleague(url: string): Promise<Account> {
  return Account.register(url);
}

/** Somebody else in a browser of their own. */
async function pageOf(browser: Browser, account: Account): Promise<Page> {
  const context = await browser.newContext({
    baseURL: account.url,
    storageState: { cookies: account.cookies, origins: [] },
  });
  return context.newPage();
}

/** Opens a page and waits until it listens. */
async function listen(page: Page, path: string): Promise<void> {
  const listening = page.waitForResponse((response) => response.url().includes('/api/events?'));
  await page.goto(path);
  await listening;
}

/** How long a change may take to show on a busy machine. `two-processes` counts those shown within 1 s. */
const SOON_MS = 3000;

const pill = (page: Page) => page.getByRole('button', { name: /· Refresh$/ });
const tops = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));

/** How much the page has moved by itself since it was opened (Cumulative Layout Shift). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.total += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);
}

/** What the screens call somebody without a display name. */
const nameOf = ({ email }: { email: string }) => email.split('@')[0];

test('a list says that others have changed it, and does not move until it is asked to', async ({
  page,
  app,
  catalogue,
  desk,
}) => {
  const ben = await colleague(app.url);
  for (let number = 0; number < 30; number++) await catalogue.add();
  const shifts = await watchShifts(page);
  await listen(page, '/products');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  const before = await tops(page);
  const { images } = await catalogue.read(1);
  await ben.call('POST', '/api/products', { name: 'Brand new', sku: 'NEW-1', images, extraFields: {} });
  await expect(pill(page)).toHaveText('1 change · Refresh', { timeout: SOON_MS });
  await ben.call('PUT', '/api/products/1', {
    name: 'Renamed',
    sku: 'SKU-1',
    images,
    extraFields: {},
    status: 'active',
  });
  await ben.call('PUT', '/api/products/1', {
    name: 'Renamed again',
    sku: 'SKU-1',
    images,
    extraFields: {},
    status: 'active',
  });
  await desk.addQuestion();
  await expect(pill(page)).toHaveText('2 changes · Refresh');
  expect(await tops(page)).toEqual(before);
  expect(await shifts()).toBeLessThan(0.02);
  await expectAccessible(page, 'a list with changes');

  await pill(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toContainText('Brand new');
  await expect(pill(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('what one does oneself is not announced; what one does in another tab is', async ({ page, context, desk }) => {
  await desk.addProblem({ title: 'First' });
  await desk.addProblem({ title: 'Second' });
  const other = await context.newPage();
  await listen(page, '/problems');
  await listen(other, '/problems');
  await other.bringToFront();
  await other.getByRole('article', { name: 'First' }).getByRole('button', { name: 'Delete problem' }).click();
  await other.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toasts(other)).toHaveText(/Problem deleted/);
  await page.bringToFront();
  await expect(pill(page)).toHaveText('1 change · Refresh');
  await expect(other.getByRole('article')).toHaveCount(1);
  await expect(pill(other)).toHaveCount(0);
});

test('a colleague works on the same question: presence, answer, status and end show in place', async ({
  page,
  browser,
  app,
  account,
  desk,
  complaints,
}) => {
  complaints.forget(/404/);
  const ben = await colleague(app.url);
  const benPage = await pageOf(browser, ben);
  const { id } = await desk.addQuestion({ title: 'Does it fit?' });
  const path = `/customer-questions/${id}`;
  const shifts = await watchShifts(page);
  await listen(page, path);
  await expect(page.getByText('No responses yet')).toBeVisible();
  await listen(benPage, path);
  await expect(page.getByText(`${nameOf(ben)} is viewing this too`)).toBeVisible();
  // By the e-mail address: another test may have given the account a name.
  await expect(benPage.getByText('is viewing this too')).toHaveAttribute('title', account.email);
  expect(await shifts()).toBeLessThan(0.02);
  await expectAccessible(page, 'a record that others have open');

  await page.getByRole('textbox', { name: 'New Response' }).fill('I was just');
  await expect(benPage.locator('.writing-notice')).toHaveText(/ is writing a response$/);
  await expectAccessible(benPage, 'a record that somebody answers');
  await ben.call('POST', `/api${path}/responses`, { response: 'It does.' });
  await expect(page.getByRole('list', { name: 'Responses' })).toContainText('It does.', { timeout: SOON_MS });
  await ben.call('PATCH', `/api${path}/status`, { status: 'resolved' });
  await expect(shownStatus(page)).toHaveText('Resolved', { timeout: SOON_MS });
  await expect(page.getByRole('textbox', { name: 'New Response' })).toHaveValue('I was just');

  await benPage.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('viewing this too')).toHaveCount(0);
  await expect(page.locator('.writing-notice')).toHaveText('');
  await benPage.context().close();
});

test('a form is left as it is when others change or delete its record', async ({ page, app, desk, complaints }) => {
  complaints.forget(/404/);
  const ben = await colleague(app.url);
  const { id } = await desk.addProblem({ title: 'Scratch' });
  await listen(page, `/problems/${id}/edit`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Scratched disc');
  const before = await title.boundingBox();
  await ben.call('PATCH', `/api/problems/${id}`, { description: 'On both sides.' });
  await expect(page.getByText(new RegExp(`^${nameOf(ben)} changed this at .* you choose when you save`))).toBeVisible();
  await expect(title).toHaveValue('Scratched disc');
  expect(await title.boundingBox()).toEqual(before);
  await expectAccessible(page, 'a form whose record was changed');
  await ben.call('DELETE', `/api/problems/${id}`);
  await expect(page.getByText(new RegExp(`^${nameOf(ben)} deleted this problem`))).toBeVisible();
  await expect(title).toHaveValue('Scratched disc');
});

test('the counts of the dashboard follow', async ({ page, app, catalogue: _empty }) => {
  const ben = await colleague(app.url);
  await listen(page, '/');
  const card = page.getByRole('main').getByRole('link', { name: 'Recent updates' });
  await expect(card).toHaveText(/0$/);
  await ben.call('POST', '/api/updates', { title: 'News', content: 'Good' });
  // Where another change was seen just before, the numbers are read again 5 s after that one.
  await expect(card).toHaveText(/1$/);
});

test('after a cut of the network nothing is missed', async ({ page, context, app, desk, complaints }) => {
  complaints.forget(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  const ben = await colleague(app.url);
  await desk.addUpdate();
  await listen(page, '/updates');
  await expect(page.getByRole('article')).toHaveCount(1);
  await context.setOffline(true);
  await ben.call('POST', '/api/updates', { title: 'While you were away', content: 'Good' });
  await page.waitForTimeout(2500);
  await expect(pill(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(pill(page)).toHaveText('1 change · Refresh', { timeout: SOON_MS });
  await ben.call('POST', '/api/updates', { title: 'And now', content: 'Better' });
  await expect(pill(page)).toHaveText('2 changes · Refresh', { timeout: SOON_MS });
});

test('eight tabs of one browser work, and all of them hear of a change', async ({ page, context, app, desk }) => {
  const ben = await colleague(app.url);
  await desk.addUpdate();
  const pages = [page];
  while (pages.length < 8) pages.push(await context.newPage());
  for (const one of pages) {
    await listen(one, '/updates');
    await expect(one.getByRole('article')).toHaveCount(1);
  }
  await ben.call('POST', '/api/updates', { title: 'News', content: 'Good' });
  for (const one of pages) await expect(pill(one)).toHaveText('1 change · Refresh', { timeout: 2000 });
  await pill(page).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});
