import type { Browser, Page } from '@playwright/test';
import { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/fixtures';

/** A person in a browser of their own, who listens. */
async function listening(browser: Browser, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: account.url,
    storageState: { cookies: account.cookies, origins: [] },
  });
  const page = await context.newPage();
  await listen(page, path);
  return page;
}

async function listen(page: Page, path: string): Promise<void> {
  const connected = page.waitForResponse((response) => response.url().includes('/api/events?'));
  await page.goto(path);
  await connected;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const entries = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
const nameOf = ({ email }: { email: string }) => email.split('@')[0] ?? '';

test('a mention reaches a colleague at once, in the title too, and is read in all tabs once it is read in one', async ({
  page,
  app,
  browser,
  desk,
}) => {
  const ben = await Account.register(app.url);
  const { id } = await desk.addQuestion({ title: 'Does it fit?' });
  const tab = await listening(browser, ben, '/products');
  const other = await tab.context().newPage();
  await listen(other, '/updates');
  await expect(bell(other)).toHaveAccessibleName('Notifications');

  await page.goto(`/customer-questions/${id}`);
  await page.getByRole('textbox', { name: 'New Response' }).focus();
  await page.keyboard.type(`Please ask @${nameOf(ben)}`);
  await expect(page.getByRole('option', { name: ben.email, selected: true })).toBeVisible();
  await expectAccessible(page, 'colleagues to mention');
  await page.keyboard.press('Enter');
  await page.keyboard.type('to measure.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('.mention')).toHaveText(`@${nameOf(ben)}`);

  for (const one of [tab, other]) await expect(bell(one)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(tab).toHaveTitle('(1) Products · Ecom CRM Platform');

  await bell(tab).focus();
  await tab.keyboard.press('Enter');
  await expect(entries(tab)).toHaveText(/mentioned you in Does it fit\?Please ask/);
  await expectAccessible(tab, 'the newest notifications');
  await tab.getByRole('link', { name: 'Does it fit?' }).press('Enter');
  await expect(tab.getByRole('heading', { level: 1, name: 'Does it fit?' })).toBeVisible();
  await expect(tab.getByRole('list', { name: 'Notifications' })).toBeHidden();
  for (const one of [tab, other]) await expect(bell(one)).toHaveAccessibleName('Notifications');
  await expect(other).toHaveTitle('Updates · Ecom CRM Platform');
  // Their own doing is no news to the one who wrote.
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('a list marks what others changed since it was opened', async ({ page, app, desk }) => {
  const ben = await Account.register(app.url);
  const { id } = await desk.addProblem({ title: 'Squeaking brake' });
  await desk.addProblem({ title: 'Cracked disc' });
  await page.goto(`/problems/${id}`);
  const seen = page.waitForResponse('**/api/notifications/read');
  await seen;
  await listen(page, '/problems');
  const marked = page.getByRole('article').filter({ hasText: 'New since you opened it' });
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(marked).toHaveCount(0);
  await ben.call('PATCH', `/api/problems/${id}`, { description: 'When warm, too.' });
  await expect(marked).toHaveText(/Squeaking brake/);
  await page.getByRole('link', { name: 'Squeaking brake' }).click();
  await expect(page.getByText('When warm, too.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(marked).toHaveCount(0);
});

test('on a phone the bell leads to a screen of its own; a muted record is silent', async ({ page, app, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ben = await Account.register(app.url);
  const [loud, muted] = [await desk.addProblem({ title: 'Loud' }), await desk.addProblem({ title: 'Muted' })];
  await page.goto(`/problems/${muted.id}`);
  const watch = page.getByRole('switch', { name: /^Notify me/ });
  await expect(watch).toBeChecked();
  const saved = page.waitForResponse((response) => response.url().endsWith('/watch') && response.ok());
  await watch.click();
  await expect(watch).not.toBeChecked();
  await saved;
  await page.reload();
  await expect(watch).not.toBeChecked();
  await listen(page, '/products');
  for (const { id } of [muted, loud]) await ben.call('POST', `/api/problems/${id}/responses`, { response: 'Noted' });
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  await expect(entries(page)).toHaveText(/responded to LoudNoted/);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
});

test('the newest notifications and the menu of the account close where a key leads to another screen', async ({
  page,
}) => {
  await page.goto('/updates');
  const account = page.getByRole('button', { name: /^Account/ });
  for (const [opener, keys, heading] of [
    [bell(page), 'gp', 'Products'],
    [account, 'gu', 'Updates'],
  ] as const) {
    await opener.press('Enter');
    await expect(page.locator(':popover-open')).toHaveCount(1);
    await page.keyboard.type(keys);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(page.locator(':popover-open')).toHaveCount(0);
  }
});
