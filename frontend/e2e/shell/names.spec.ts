import { expect, test } from '../support/fixtures';

// Who looks for a text or a name, by a program or a screen reader, finds it once.
test('titles and names stand once on a screen', async ({ page, account, desk }) => {
  await desk.addProblem();
  await page.goto('/');
  await expect(page.getByText('Overview Statistics')).toBeVisible();
  await expect(page.getByText(account.email)).toBeVisible();
  await page.goto('/problems');
  await page.getByRole('button', { name: 'Delete problem' }).click();
  await expect(page.getByText('Delete Problem', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Delete Problem', { exact: true })).toHaveCount(0);
  await page.goto('/problems/new');
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await expect(page.getByText('Click to upload images', { exact: true })).toBeVisible();
});

test('the sign-in screen has its title once', async ({ page, context }) => {
  await context.clearCookies();
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Ecom CRM Platform' })).toBeVisible();
  await expect(page.getByText('Ecom CRM Platform')).toBeVisible();
});

test('an image that cannot be loaded is still on the page', async ({ page, catalogue, complaints }) => {
  complaints.forget(/shop\.invalid/);
  const address = 'https://shop.invalid/gone.jpg';
  await page.route(address, (route) => route.abort());
  await catalogue.add({ images: [address] });
  await page.goto('/products');
  await expect(page.locator('.thumbnail-broken')).toBeVisible();
  await expect(page.locator(`img[src="${address}"]`)).toHaveCount(1);
});
