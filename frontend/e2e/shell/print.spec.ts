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
  await expect(page.getByText(`#${id}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'New Response' })).toBeHidden();
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

test('on paper a list that is not whole says which part of it is printed', async ({ page, catalogue }) => {
  for (let count = 0; count < 60; count += 1) await catalogue.add();
  await page.goto('/products');
  const rows = page.locator('.card-grid > li');
  const note = page.getByText(/^Only .* are printed here\.$/);
  await expect(rows.first()).toBeVisible();
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(note).toHaveText(`Only the first ${await rows.count()} are printed here.`);
  await expect(page.getByText('60 products')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(rows.first()).not.toHaveAttribute('aria-posinset', '1');
  await page.emulateMedia({ media: 'print' });
  await expect(note).toHaveText(/^Only numbers \d+ to \d+ are printed here\.$/);
  await expect(page.locator('.card-grid')).toHaveCSS('padding-top', '0px');
});

test('on paper the queue and a list with tabs say how many they have', async ({ page, desk }) => {
  await desk.addQuestion();
  await page.goto('/queue');
  const parts = page.getByRole('navigation', { name: 'Part of the queue' }).getByRole('link');
  await expect(parts.filter({ hasText: 'All 1' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(parts.filter({ visible: true })).toHaveText(['All 1']);
  await page.goto('/customer-questions');
  const count = page.locator('.record-count');
  await expect(count).toHaveText(/^1 /);
  await expect(count).toHaveCSS('clip-path', 'none');
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
