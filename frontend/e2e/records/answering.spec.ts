import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { expect, test } from '../support/fixtures';

const box = (page: Page) => page.getByRole('textbox', { name: 'New Response' });

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
