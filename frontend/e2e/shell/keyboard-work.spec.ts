import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { Account } from '../support/account';
import { expect, test } from '../support/fixtures';
import { expectHeading, press, tabTo, upload } from '../support/keyboard';
import { shownStatus } from '../support/threads';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page) => page.getByRole('textbox', { name: 'New Response' });
const article = (page: Page, name: string | RegExp) => page.getByRole('article', { name });
const title = (card: Locator) => card.getByRole('heading').getByRole('link');

/** Answers the question on the screen and resolves it. */
async function answerAndResolve(page: Page, text: string): Promise<void> {
  await expect(box(page)).toBeVisible();
  await page.keyboard.press('r');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('list', { name: 'Responses' })).toContainText(text);
  await expect(shownStatus(page)).toHaveText('Resolved');
}

test('by keyboard alone: a product is found in the list and by the palette, and a question is asked about it', async ({
  page,
  catalogue,
  desk,
}) => {
  for (const name of ['Veloria brake pads', 'Nordbrake oil filter', 'Nordbrake air filter'])
    await catalogue.add({ name });
  await page.goto('/products');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('/');
  await page.keyboard.type('nordbrake oil');
  await page.keyboard.press('Enter');
  await expect(title(article(page, 'Nordbrake oil filter'))).toBeFocused();
  await page.keyboard.press('Enter');
  await expectHeading(page, 'Nordbrake oil filter');
  await page.goBack();
  await expect(title(article(page, 'Nordbrake oil filter'))).toBeFocused();

  const search = page.getByRole('searchbox');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(title(page.getByRole('article').first())).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('veloria');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Veloria');
  await page.keyboard.press('Enter');
  await expectHeading(page, 'Veloria brake pads');
  await press(page, main(page).getByRole('link', { name: 'New question' }));
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.type('Do they fit?');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A Golf VII.');
  await page.keyboard.press('Control+Enter');
  await expectHeading(page, 'Customer Questions');
  expect(await desk.read('/api/customer-questions')).toMatchObject([
    { title: expect.stringContaining(': Do they fit?') as unknown, description: 'A Golf VII.' },
  ]);
});

test('by keyboard alone: from the dashboard to the oldest question, and one answered after the other', async ({
  page,
  desk,
}) => {
  for (const name of ['First', 'Second', 'Third']) await desk.addQuestion({ title: `${name} question` });
  await page.goto('/');
  await press(
    page,
    page.getByRole('region', { name: 'Waiting longest' }).getByRole('listitem').getByRole('link').first(),
  );
  await expectHeading(page, 'First question');
  await answerAndResolve(page, 'It does.');

  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await expectHeading(page, 'Customer Questions');
  const tabs = page.getByRole('navigation', { name: 'Status' });
  await press(page, tabs.getByRole('link', { name: /^Open/ }));
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(tabs.getByRole('link', { name: /^Open/ })).toBeFocused();
  await press(page, title(article(page, 'Third question')));
  await expectHeading(page, 'Third question');
  await answerAndResolve(page, 'Yes.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expectHeading(page, 'Second question');
  await answerAndResolve(page, 'Certainly.');
});

test('by keyboard alone: rows, cards, order and the account menu with the theme', async ({ page, desk }) => {
  await desk.addQuestion();
  await page.goto('/customer-questions');
  await expect(page.getByRole('article')).toHaveCount(1);
  await press(page, button(page, 'Cards'), 'Space');
  await expect(page.locator('.item-card')).toHaveCount(1);
  await expect(button(page, 'Cards')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.item-row')).toHaveCount(1);
  const order = page.getByRole('combobox', { name: 'Order' });
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Filter')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(order).toBeFocused();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/sort=oldest/);

  const account = page.getByRole('button', { name: /^Account/ });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await press(page, account);
  const menu = page.getByRole('group', { name: 'Account' });
  await expect(menu).toBeVisible();
  await tabTo(page, menu.getByRole('radio', { name: 'As the system' }));
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('html')).toHaveClass(/theme-dark/);
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('html')).not.toHaveClass(/theme-dark/);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(account).toBeFocused();

  await page.keyboard.press('Enter');
  await press(page, menu.getByRole('button', { name: /^Keyboard shortcuts/ }));
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, menu.getByRole('button', { name: 'Log out everywhere…' }));
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, menu.getByRole('link', { name: 'Colleagues' }));
  await expectHeading(page, 'Colleagues');
});

test('by keyboard alone: changes are undone in the history and in the list of what changed', async ({
  page,
  account,
  desk,
}) => {
  const { id } = await desk.addQuestion({ title: 'Before' });
  await account.call('PATCH', `/api/customer-questions/${id}`, { title: 'After' });
  await account.call('PATCH', `/api/customer-questions/${id}`, { title: 'At last' });
  await page.goto(`/customer-questions/${id}`);
  await expect(box(page)).toBeVisible();
  await press(page, button(page, 'History'));
  const entries = page.getByRole('list', { name: 'History' }).locator('> li');
  await expect(entries).toHaveCount(3);
  await press(page, entries.first().getByRole('button', { name: 'Undo this change' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('After');
  await expect(entries).toHaveCount(4);
  await expectToHaveFocus(page);

  await page.goto('/activity');
  const changes = page.getByRole('list', { name: 'Today' }).getByRole('listitem');
  await expect(changes).toHaveCount(4);
  await press(page, changes.nth(2).getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('alert').or(page.getByRole('dialog')).or(changes.nth(4)).first()).toBeVisible();
  await expectToHaveFocus(page);
});

test('by keyboard alone: a problem is deleted and comes back from the trash', async ({ page, desk }) => {
  await desk.addProblem({ title: 'It squeaks' });
  await page.goto('/problems');
  const remove = article(page, 'It squeaks').getByRole('button', { name: 'Delete problem' });
  await press(page, remove);
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Cancel')).toBeFocused();
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectToHaveFocus(page);
  await press(page, main(page).getByRole('link', { name: /^Deleted/ }));
  await expectHeading(page, 'Deleted records');
  const entry = page.getByRole('list', { name: 'Deleted records' }).getByRole('listitem');
  await press(page, entry.getByRole('button', { name: 'Restore' }));
  await expect(entry).toContainText('Restored');
  await expect(entry).toBeFocused();
  await press(page, entry.getByRole('link', { name: 'Open' }));
  await expectHeading(page, 'It squeaks');
});

test('by keyboard alone: photos are put in another order', async ({ page, desk }) => {
  const { id } = await desk.addProblem({ title: 'It squeaks', images: [] });
  await page.goto(`/problems/${id}/edit`);
  await upload(page);
  await upload(page, '#aa3366');
  const images = page.getByRole('list', { name: 'Chosen images' }).getByRole('img');
  const before = await images.evaluateAll((all: HTMLImageElement[]) => all.map(({ src }) => src));
  await press(page, button(page, 'Move image 2 earlier'));
  await expect
    .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.map(({ src }) => src)))
    .toEqual(before.toReversed());
  await expect(button(page, 'Move image 1 earlier')).toBeFocused();
});

test('by keyboard alone: a colleague is deactivated and comes back', async ({ page, app }) => {
  const ben = await Account.register(app.url);
  // Other tests of this process have colleagues, too.
  const name = `Ben ${randomUUID().slice(0, 8)}`;
  await ben.call('PATCH', '/api/user', { name });
  await page.goto('/colleagues');
  const row = main(page).getByRole('listitem').filter({ hasText: name });
  const deactivate = row.getByRole('button', { name: 'Deactivate' });
  await press(page, deactivate);
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(deactivate).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Cancel')).toBeFocused();
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }));
  await expect(row.getByRole('button', { name: 'Reactivate' })).toBeVisible();
  await expect(row).toBeFocused();
  await press(page, row.getByRole('button', { name: 'Reactivate' }));
  await expect(deactivate).toBeVisible();
  await expect(row).toBeFocused();
});

/** Fails where the focus was lost: the next Tab would start at the top of the page. */
async function expectToHaveFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}
