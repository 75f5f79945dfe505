import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { dataUrl, plainPhoto } from '../support/photos';
import { shownStatus } from '../support/threads';
import { toasts } from '../support/toasts';

const history = (page: Page) => page.getByRole('list', { name: 'History' });
const entries = (page: Page) => history(page).locator('> li');

/** Presses Tab until what is named has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = page.locator(':focus');
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(`${(await focused.getAttribute('aria-label')) ?? ''} ${await focused.innerText()}`).toMatch(name);
  }).toPass({ intervals: [0], timeout: 10_000 });
}

test('the history of a problem tells what was changed, and a change is taken back by keyboard', async ({
  page,
  app,
  account,
  desk,
}) => {
  const ben = await Account.register(app.url);
  const [red, blue] = await Promise.all(['#b33', '#36b'].map(async (colour) => dataUrl(await plainPhoto(colour))));
  const { id } = await desk.addProblem({
    title: 'Scratched disc',
    description: `${'word '.repeat(100)}end`,
    images: [red!],
  });
  await ben.call('PATCH', `/api/problems/${id}`, {
    title: 'Scratched brake disc',
    description: `${'word '.repeat(100)}stop`,
    images: [blue!],
  });
  await ben.call('PATCH', `/api/problems/${id}/status`, { status: 'in_progress' });
  await desk.respond(`/api/problems/${id}`, 'Send it back, please.');
  await page.goto(`/problems/${id}`);
  await expect(page.getByRole('textbox', { name: 'New Response' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Response' }).focus();
  await tabTo(page, /History/);
  await expect(page.locator(':focus')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveAttribute('aria-expanded', 'true');
  await expect(entries(page)).toHaveCount(4);
  await expect(entries(page).nth(0)).toContainText(/Response added.*Send it back, please\./s);
  await expect(entries(page).nth(0)).toContainText(account.email.split('@')[0]!);
  await expect(entries(page).nth(1)).toContainText(/Status.*Open.*In Progress/s);
  await expect(entries(page).nth(1)).toContainText(ben.email.split('@')[0]!);
  await expect(entries(page).nth(2)).toContainText(/Scratched disc.*Scratched brake disc/s);
  await expect(entries(page).nth(2).getByRole('button', { name: 'Open image 1 of 1' })).toHaveCount(2);
  await expect(entries(page).nth(2)).toContainText(/…(word )+end.*…(word )+stop/s);
  await entries(page).nth(2).getByRole('button', { name: 'Show all' }).click();
  await expect(entries(page).nth(2)).not.toContainText('…');
  await expect(entries(page).nth(3)).toContainText('Created');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `the history of a problem (${width})`);
  }

  await entries(page).nth(1).getByRole('button', { name: 'Undo this change' }).focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveText(/Change undone/);
  await expect(shownStatus(page)).toHaveText('Open');
  await expect(entries(page)).toHaveCount(5);
  await expect(entries(page).nth(0)).toContainText(/Status.*In Progress.*Open/s);
});

test('where both changed the same, one chooses, and once more when somebody changed it after that', async ({
  page,
  account,
  desk,
  complaints,
}) => {
  complaints.forget(/409/);
  const { id } = await desk.addProblem({ title: 'First' });
  const rename = (title: string) => account.call('PATCH', `/api/problems/${id}`, { title });
  await rename('Second');
  await rename('Third');
  await page.goto(`/problems/${id}`);
  await page.getByRole('button', { name: 'History' }).click();
  await entries(page).nth(1).getByRole('button', { name: 'Undo this change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change' });
  await expect(dialog).toContainText(/Title.*First.*Third/s);
  await expectAccessible(page, 'a conflict');
  await rename('Fourth');
  await dialog.getByRole('radio', { name: 'Back to this' }).focus();
  await page.keyboard.press('Space');
  await tabTo(page, /Cancel/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('It was changed once more.');
  await expect(dialog).toContainText(/Title.*First.*Fourth/s);
  await dialog.getByRole('radio', { name: 'Back to this' }).check();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First');
  await expect(dialog).toBeHidden();
  await expect(entries(page).nth(1).getByRole('button', { name: 'Undo this change' })).toBeVisible();
});

test('taking back a creation deletes, after a question; the history brings it back', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.forget(/404/);
  await desk.addUpdate({ title: 'News' });
  await page.goto('/updates/1');
  await page.getByRole('button', { name: 'History' }).click();
  await entries(page).first().getByRole('button', { name: 'Delete this update…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this update?' });
  await expect(dialog).toContainText('Undoing its creation deletes the update.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Update not found')).toBeVisible();
  await expect(entries(page).first()).toContainText('Deleted');
  await entries(page).first().getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News');
  await expect(page.getByText('Update not found')).toHaveCount(0);
});

test('a product is deleted from its page by keyboard, although it was changed since, and comes back', async ({
  page,
  account,
  catalogue,
  complaints,
}) => {
  complaints.forget(/404|409/);
  const { id, images } = await catalogue.add({ name: 'Disc' });
  const changed = { name: 'Drum', sku: 'SKU-1', images, extraFields: {}, status: 'active' };
  await account.call('PUT', `/api/products/${id}`, changed);
  await page.goto(`/products/${id}`);
  await page.getByRole('button', { name: 'Delete product' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this product?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Delete product' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(toasts(page)).toHaveText(/Product deleted/);
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Drum' })).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(page.getByRole('link', { name: 'Drum' })).toBeVisible();
});

test('a product is restored below its form, and what was typed stays', async ({ page, account, catalogue }) => {
  const { id, images } = await catalogue.add({ name: 'Disc', extraFields: { Axle: 'front' } });
  await account.call('PUT', `/api/products/${id}`, {
    name: 'Drum',
    sku: 'SKU-1',
    images,
    extraFields: { Axle: 'rear' },
    status: 'active',
  });
  await page.goto(`/products/edit/${id}`);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await expect(field('Name')).toHaveValue('Drum');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(entries(page).first()).toContainText(/Name.*Disc.*Drum.*Axle.*front.*rear/s);
  await entries(page).first().getByRole('button', { name: 'Undo this change' }).click();
  await expect(toasts(page)).toHaveText(/Change undone/);
  await expect(field('Name')).toHaveValue('Disc');
  await field('Vehicle').fill('Golf');
  await entries(page).first().getByRole('button', { name: 'Undo this change' }).click();
  await expect(entries(page)).toHaveCount(4);
  await expect(field('Vehicle')).toHaveValue('Golf');
});

test('a long history comes in parts, and says when it cannot be read', async ({ page, account, desk, complaints }) => {
  complaints.forget(/ERR_FAILED/);
  const { id } = await desk.addProblem();
  for (let number = 1; number <= 55; number++)
    await account.call('PATCH', `/api/problems/${id}`, { title: `Title ${number}` });
  await page.route('**/history?*', (route) => route.abort());
  await page.goto(`/problems/${id}/edit`);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByText('Failed to fetch the history')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(entries(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(entries(page)).toHaveCount(56);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('a deleted problem comes back with its responses from the list of deleted ones, by keyboard', async ({
  page,
  app,
  account,
  desk,
}) => {
  const ben = await Account.register(app.url);
  await desk.addProblem({ title: 'Stays' });
  const { id } = await desk.addProblem({ title: 'Goes and comes' });
  await desk.respond(`/api/problems/${id}`, 'An answer');
  await page.goto('/problems');
  await page.getByRole('link', { name: 'Deleted problems' }).click();
  await expect(page.getByText('No deleted problems')).toBeVisible();
  await ben.call('DELETE', `/api/problems/${id}`);
  const item = page.getByRole('list', { name: 'Deleted records' }).getByRole('listitem');
  await expect(item).toContainText('Goes and comes');
  await expect(item).toContainText(ben.email.split('@')[0]!);
  await expectAccessible(page, 'the deleted problems');
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, /Restore/);
  await page.keyboard.press('Enter');
  await expect(item).toContainText('Restored · Open');
  await expect(item).toBeFocused();
  await item.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Goes and comes');
  const responses = await account.call<{ response: string }[]>('GET', `/api/problems/${id}/responses`);
  expect(responses.map(({ response }) => response)).toEqual(['An answer']);
});
