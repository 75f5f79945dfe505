import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';

/** Every route but /auth, with its heading when there is a record of each kind. */
const routes = {
  '/': 'Dashboard',
  '/products': 'Products',
  '/products/add': 'Add Product',
  '/products/import': 'Import Products',
  '/products/edit/1': 'Edit Product',
  '/customer-questions': 'Customer Questions',
  '/customer-questions/new': 'New Customer Question',
  '/customer-questions/1': 'Does it fit?',
  '/problems': 'Problems',
  '/problems/new': 'New Problem',
  '/problems/1': 'It squeaks',
  '/problems/1/edit': 'Edit Problem',
  '/updates': 'Updates',
  '/updates/new': 'New Update',
  '/updates/1': 'Opening hours',
  '/tokens': 'Access tokens',
};

test.beforeEach(async ({ catalogue, desk }) => {
  await Promise.all([catalogue.add(), desk.addProblem(), desk.addQuestion(), desk.addUpdate()]);
});

test('each route has its heading and its title, and an unknown path has neither', async ({ page }) => {
  await page.goto('/nothing');
  for (const [path, heading] of Object.entries(routes)) {
    await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
    await expect(page, path).toHaveTitle(`${heading} · Ecom CRM Platform`);
  }
  await goWithin(page, '/add');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Product');
  for (const path of ['/problems/1/nothing', '/updates/new/1', '/customer-questions/1/edit', '/nothing']) {
    await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('404 Page Not Found');
  }
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});

test('a signed-out visitor sees nothing but the sign-in screen on every route', async ({ signedOut: page }) => {
  await page.goto('/problems/1/edit');
  await expect(page).toHaveURL('/auth');
  for (const path of [...Object.keys(routes), '/add']) {
    await goWithin(page, path);
    await expect(page, path).toHaveURL('/auth');
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Login');
  }
});

test('a change of page moves the focus to the new heading, and Back to where it was', async ({ page }) => {
  const focused = (name: string) => expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
  await page.goto('/');
  for (const [kind, add, opened] of [
    ['Questions', 'New Question', 'Does it fit?'],
    ['Problems', 'New Problem', 'It squeaks'],
    ['Updates', 'New Update', 'Opening hours'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: kind }).click();
    await focused(kind === 'Questions' ? 'Customer Questions' : kind);
    await page.getByRole('link', { name: add }).click();
    await focused(add === 'New Question' ? 'New Customer Question' : add);
    await goBackTo(page, add);
    const details = kind === 'Updates' ? opened : 'View Details';
    await page.getByRole('link', { name: details }).click();
    await focused(opened);
    if (kind === 'Problems') {
      await page.getByRole('link', { name: 'Edit Problem' }).click();
      await focused('Edit Problem');
      await goBackTo(page, 'Edit Problem');
    }
    await goBackTo(page, details);
  }
});

/** Goes to an address as Back and Forward do, without loading the application again. */
function goWithin(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }; // the router counts its entries
    history.pushState({ idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

async function goBackTo(page: Page, link: string): Promise<void> {
  await page.goBack();
  await expect(page.getByRole('link', { name: link })).toBeFocused();
}
