import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { expect, test } from '../support/fixtures';
import { shownStatus } from '../support/threads';

const box = (page: Page) => page.getByRole('textbox', { name: 'New Response' });

/** Counts the clicks of the pointer on a page. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = { clicks: 0 };
    Object.assign(window, { counted });
    document.addEventListener('pointerdown', () => (counted.clicks += 1), true);
  });
  return () => page.evaluate(() => (window as unknown as { counted: { clicks: number } }).counted.clicks);
}

test('ten similar questions are answered one after the other in at most 12 clicks', async ({ page, desk }) => {
  for (let made = 1; made <= 10; made += 1) await desk.addQuestion({ title: `Does it fit, ${made}?` });
  await page.goto('/customer-questions?status=open');
  const clicks = await countClicks(page);
  await page.getByRole('article', { name: 'Does it fit, 10?' }).getByRole('link').last().click();
  for (let left = 10; left >= 1; left -= 1) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Does it fit, ${left}?`);
    await expect(box(page)).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.insertText('It does.');
    // Two keys beyond the text.
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByRole('list', { name: 'Responses' })).toContainText('It does.');
    await expect(box(page)).toHaveValue('');
    await expect(shownStatus(page)).toHaveText('Resolved');
    if (left > 1) await page.getByRole('link', { name: 'Next question' }).click();
  }
  expect(await clicks()).toBeLessThanOrEqual(12);
  const questions = await desk.read<{ status: string }[]>('/api/customer-questions');
  expect(new Set(questions.map(({ status }) => status))).toEqual(new Set(['resolved']));
});

test('a question about a product takes two clicks and the text from its page', async ({ page, catalogue, desk }) => {
  const { id } = await catalogue.add({ name: 'Wiper blade', sku: 'WB-4711-X' });
  await page.goto(`/products/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wiper blade');
  const clicks = await countClicks(page);
  await page.getByRole('link', { name: 'New question' }).click();
  await expect(page.getByLabel('Description')).toBeVisible();
  await page.getByLabel('Description').focus();
  await page.keyboard.insertText('Does it fit?');
  await page.getByRole('button', { name: 'Add Question' }).click();
  await expect(page).toHaveURL('/customer-questions');
  expect(await clicks()).toBe(2);
  expect(await desk.read('/api/customer-questions')).toMatchObject([
    { title: 'WB-4711-X, Wiper blade', description: 'Does it fit?' },
  ]);
});

test('Back leads to the list with its filters and at its place', async ({ page, desk }) => {
  for (let made = 1; made <= 40; made += 1) await desk.addQuestion({ title: `Question ${made}` });
  await page.goto('/customer-questions?status=open&sort=oldest');
  const card = page.getByRole('article', { name: 'Question 30', exact: true });
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(card).toBeInViewport({ timeout: 200 });
  }).toPass();
  await card.getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 30');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 31');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/customer-questions?status=open&sort=oldest');
  await expect(card).toBeInViewport();
});

test('the box stays at its place when a colleague answers, and says so', async ({ page, app, desk }) => {
  const ben = await Account.register(app.url);
  const { id } = await desk.addQuestion();
  const path = `/customer-questions/${id}`;
  const listening = page.waitForResponse((response) => response.url().includes('/api/events?'));
  await page.goto(path);
  await listening;
  await box(page).fill('I was just');
  const placeOf = async () => (await box(page).boundingBox())?.y;
  for (const answer of ['It does.', 'Line one\nline two\nline three\nline four']) {
    const before = await placeOf();
    await ben.call('POST', `/api${path}/responses`, { response: answer });
    await expect(page.getByRole('list', { name: 'Responses' })).toContainText(answer.split('\n')[0] ?? '');
    const after = await placeOf();
    expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan(2);
  }
  await expect(page.getByText(/added a response/)).toBeVisible();
});
