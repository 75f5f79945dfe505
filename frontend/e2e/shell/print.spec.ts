import { expect, test } from '../support/fixtures';

test('on paper there is the record, black on white, without what can only be pressed', async ({ page, desk }) => {
  const { id } = await desk.addQuestion({ title: 'Does it fit?', description: 'A Golf VII.' });
  await desk.respond(`/api/customer-questions/${id}`, 'It does');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/customer-questions/${id}`);
  await expect(page.getByRole('button', { name: 'Add Response' })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const text of ['Does it fit?', 'A Golf VII.', 'It does']) {
    const shown = page.getByText(text, { exact: true });
    await expect(shown).toBeVisible();
    await expect(shown).toHaveCSS('color', 'rgb(0, 0, 0)');
  }
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Response' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Back' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Nobody' })).toBeVisible();
  await expect(page.getByText('Notify me')).toBeHidden();
  const age = page.getByRole('time').filter({ hasText: 'just now' }).first();
  const written = await age.evaluate((time) => getComputedStyle(time, '::after').content);
  expect(written).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d"$/);
});

test('on paper a product has its photo, and its sections their headings', async ({ page, catalogue }) => {
  const { id } = await catalogue.add({ name: 'Disc' });
  await page.goto(`/products/${id}`);
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Open the photo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Questions and problems', expanded: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'History' })).toBeHidden();
});

test('on paper a list is what it lists, without what can only be pressed', async ({ page, desk }) => {
  await desk.addQuestion({ title: 'Does it fit?', description: 'A Golf VII.' });
  await page.goto('/customer-questions');
  const pressed = [
    page.getByRole('link', { name: 'New Question' }),
    page.getByRole('navigation', { name: 'Status' }),
    page.getByRole('link', { name: 'Deleted questions' }),
    page.getByRole('link', { name: 'View Details' }),
  ];
  for (const one of pressed) await expect(one).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const one of pressed) await expect(one).toBeHidden();
  await expect(page.getByRole('link', { name: 'Does it fit?' })).toBeVisible();
});

test('while it is not known who is there the page shows the mark, and no stripe at its edge', async ({ page }) => {
  await page.route('**/api/user', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('img', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Loading' })).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('scrollbar-gutter', 'auto');
});
