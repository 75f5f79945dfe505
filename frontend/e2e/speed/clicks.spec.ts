import type { Page } from '@playwright/test';
import { countEffort } from '../support/effort';
import { expect, test } from '../support/fixtures';
import { shownStatus } from '../support/threads';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const box = (page: Page) => page.getByRole('textbox', { name: 'New Response' });

const parts = ['Veloria brake pads, front', 'Nordbrake oil filter for Hyundai i30', 'Nordbrake air filter'];

test('a product that a caller describes is found and read with one click and the words, in the list', async ({
  page,
  catalogue,
}) => {
  for (const name of parts) await catalogue.add({ name, description: `Text of ${name}` });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('article')).toHaveCount(parts.length);
  const effort = await countEffort(page);
  await page.keyboard.press('/');
  await page.keyboard.insertText('oil filter i30');
  await page.getByRole('article').getByRole('link', { name: parts[1] }).click();
  await expect(heading(page)).toHaveText(parts[1]!);
  await expect(page.getByText(`Text of ${parts[1]}`)).toBeVisible();
  expect(await effort()).toEqual({ clicks: 1, keys: 1 });
});

test('the same from any screen, by the search in the header', async ({ page, catalogue }) => {
  for (const name of parts) await catalogue.add({ name, description: `Text of ${name}` });
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  const effort = await countEffort(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Search/ })
    .click();
  await page.keyboard.insertText('oil filter i30');
  await expect(page.getByRole('option').first()).toContainText('oil filter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Text of ${parts[1]}`)).toBeVisible();
  expect(await effort()).toEqual({ clicks: 1, keys: 1 });
});

test('a question about a product takes two clicks, one key and the text from its page', async ({
  page,
  catalogue,
  desk,
}) => {
  const { id } = await catalogue.add({ name: 'Wiper blade', sku: 'WB-4711-X' });
  await page.goto(`/products/${id}`);
  await expect(heading(page)).toHaveText('Wiper blade');
  const effort = await countEffort(page);
  await page.getByRole('link', { name: 'New question' }).click();
  // It asks for what is missing.
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.insertText('Does it fit?');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('A Golf VII.');
  await page.getByRole('button', { name: 'Add Question' }).click();
  await expect(page).toHaveURL('/customer-questions');
  expect(await effort()).toEqual({ clicks: 2, keys: 1 });
  expect(await desk.read('/api/customer-questions')).toMatchObject([
    { title: 'WB-4711-X: Does it fit?', description: 'A Golf VII.' },
  ]);
});

test('the item that is open longest is one click from the dashboard, its answer two keys and the text', async ({
  page,
  desk,
}) => {
  const { id } = await desk.addQuestion({ title: 'Where is my parcel?' });
  await desk.addProblem({ title: 'It squeaks' });
  await desk.addQuestion({ title: 'Does it fit?' });
  await page.goto('/');
  const oldest = page.getByRole('region', { name: 'Waiting longest' }).getByRole('listitem').getByRole('link').first();
  await expect(oldest).toHaveText('Where is my parcel?');
  const effort = await countEffort(page);
  await oldest.click();
  await expect(heading(page)).toHaveText('Where is my parcel?');
  await expect(box(page)).toBeVisible();
  expect(await effort()).toEqual({ clicks: 1, keys: 0 });

  await page.keyboard.press('r');
  await page.keyboard.insertText('It arrives today.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(shownStatus(page)).toHaveText('Resolved');
  await expect(page.getByRole('list', { name: 'Responses' })).toContainText('It arrives today.');
  expect(await effort()).toEqual({ clicks: 1, keys: 2 });
  // The screen shows it before the server has it.
  await expect
    .poll(() => desk.read(`/api/customer-questions/${id}`), { message: 'the question as the server has it' })
    .toMatchObject({ status: 'resolved' });
});

test('ten similar questions are answered one after the other in at most 12 clicks', async ({ page, desk }) => {
  for (let made = 1; made <= 10; made += 1) await desk.addQuestion({ title: `Does it fit, ${made}?` });
  await page.goto('/customer-questions?status=open');
  const effort = await countEffort(page);
  await page.getByRole('article', { name: 'Does it fit, 10?' }).getByRole('link').last().click();
  for (let left = 10; left >= 1; left -= 1) {
    await expect(heading(page)).toHaveText(`Does it fit, ${left}?`);
    await expect(box(page)).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.insertText('It does.');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByRole('list', { name: 'Responses' })).toContainText('It does.');
    await expect(box(page)).toHaveValue('');
    await expect(shownStatus(page)).toHaveText('Resolved');
    if (left > 1) await page.getByRole('link', { name: 'Next question' }).click();
  }
  const { clicks, keys } = await effort();
  expect(clicks).toBeLessThanOrEqual(12);
  expect(keys).toBe(20);
  const questions = await desk.read<{ status: string }[]>('/api/customer-questions');
  expect(new Set(questions.map(({ status }) => status))).toEqual(new Set(['resolved']));
});
