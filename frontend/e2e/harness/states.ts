import { expect, type Page } from '@playwright/test';
import type { Catalogue } from './fixtures';
import { dataUrl, photoFile, plainPhoto } from './photos';
import { toasts } from './toasts';

/** What a state needs to come about. */
export interface Stage {
  page: Page;
  catalogue: Catalogue;
}

/** A screen in one of its states, and how to get there. */
export interface ScreenState {
  name: string;
  signedOut?: boolean;
  /** Open above the page, so that a picture of the whole page would not show it. */
  overlay?: boolean;
  enter(stage: Stage): Promise<void>;
}

const fail = (page: Page, path: string) => page.route(path, (route) => route.fulfill({ status: 500, body: '' }));
const hold = (page: Page, path: string) => page.route(path, () => undefined); // never answered
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const longWord = 'Bremsscheibenschutzblechbefestigungsschraubensatz'.repeat(2);

async function fill({ catalogue }: Stage): Promise<number> {
  const images = await Promise.all(['#b33', '#3a6', '#36b', '#a83', '#639'].map(async (colour) => dataUrl(await plainPhoto(colour))));
  await catalogue.add({ name: longWord, sku: longWord.toUpperCase(), vehicle: longWord, images });
  await catalogue.add({ name: 'Without a picture that loads', images: ['https://localhost:9/none.jpg'] });
  const fields = { Axle: 'front', [longWord.slice(0, 60)]: longWord };
  const last = { name: 'Brake disc 280 mm, vented', sku: 'NB-BD-40100', ean: '4006633374668', vehicle: 'VW Golf VII 1.6 TDI', extraFields: fields };
  return (await catalogue.add({ ...last, images: images.slice(0, 2) })).id;
}

const signedOutStates: ScreenState[] = [
  { name: 'auth-login', enter: ({ page }) => open(page, '/auth', 'Login') },
  {
    name: 'auth-register',
    enter: async ({ page }) => {
      await open(page, '/auth', 'Login');
      await press(page, "Don't have an account? Register");
    },
  },
  {
    name: 'auth-errors',
    enter: async ({ page }) => {
      await open(page, '/auth', 'Login');
      await press(page, 'Login');
      await expect(page.getByText('Invalid email address')).toBeVisible();
    },
  },
  {
    name: 'auth-refused',
    enter: async ({ page }) => {
      await open(page, '/auth', 'Login');
      await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not a password');
      await press(page, 'Login');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  { name: 'not-found-signed-out', enter: ({ page }) => open(page, '/no/such/page', '404 Page Not Found') },
];

const dashboardStates: ScreenState[] = [
  {
    name: 'dashboard-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/statistics');
      await open(page, '/', 'Dashboard');
    },
  },
  {
    name: 'dashboard',
    enter: async ({ page }) => {
      await page.route('**/api/statistics', (route) => route.fulfill({ json: { products: 312, problems: 17, questions: 48, updates: 9 } }));
      await open(page, '/', 'Dashboard');
      await expect(page.locator('main canvas').first()).toBeVisible();
    },
  },
  {
    name: 'dashboard-failed',
    enter: async ({ page }) => {
      await fail(page, '**/api/statistics');
      await open(page, '/', 'Dashboard');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  { name: 'not-found', enter: ({ page }) => open(page, '/no/such/page', '404 Page Not Found') },
];

const productStates: ScreenState[] = [
  {
    name: 'products-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/products?*');
      await open(page, '/products', 'Products');
    },
  },
  {
    name: 'products-empty',
    enter: async ({ page }) => {
      await open(page, '/products', 'Products');
      await expect(page.getByText('No products found')).toBeVisible();
    },
  },
  {
    name: 'products',
    enter: async (stage) => {
      await fill(stage);
      await open(stage.page, '/products', 'Products');
      await expect(stage.page.getByRole('article')).toHaveCount(3);
    },
  },
  {
    name: 'products-nothing-matches',
    enter: async (stage) => {
      await fill(stage);
      await open(stage.page, '/products?q=zzz', 'Products');
      await expect(stage.page.getByText('No products found')).toBeVisible();
    },
  },
  {
    name: 'products-failed',
    enter: async ({ page }) => {
      await fail(page, '**/api/products?*');
      await open(page, '/products', 'Products');
      await expect(page.getByText('Failed to fetch products')).toBeVisible();
    },
  },
  {
    name: 'viewer',
    overlay: true,
    enter: async (stage) => {
      await fill(stage);
      await open(stage.page, '/products', 'Products');
      await stage.page.getByRole('article').first().getByRole('button', { name: /image/i }).first().click();
      await expect(stage.page.getByRole('dialog').getByRole('button', { name: 'Next' })).toBeVisible();
    },
  },
];

const formStates: ScreenState[] = [
  { name: 'add', enter: ({ page }) => open(page, '/add', 'Add Product') },
  {
    name: 'add-errors',
    enter: async ({ page }) => {
      await open(page, '/add', 'Add Product');
      await page.getByRole('button', { name: /^Remove image/ }).click();
      await press(page, 'Add Product');
      await expect(page.getByText('SKU is required')).toBeVisible();
      await page.locator('input[type=file]').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
      await expect(page.getByText('Please upload an image file')).toBeVisible();
      await page.getByLabel('Image URL', { exact: true }).fill('ftp://example.com');
      await press(page, 'Add URL');
    },
  },
  {
    name: 'add-failed',
    enter: async ({ page }) => {
      await open(page, '/add', 'Add Product');
      await page.getByLabel('Name', { exact: true }).fill('Brake disc');
      await page.getByLabel('SKU', { exact: true }).fill('BD-280');
      await page.locator('input[type=file]').setInputFiles(photoFile('disc.jpg', await plainPhoto('#36b')));
      await fail(page, '**/api/products?*');
      await fail(page, '**/api/products');
      await press(page, 'Add Product');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  {
    name: 'edit-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/products/1?*');
      await open(page, '/products/edit/1', 'Edit Product');
    },
  },
  {
    name: 'edit',
    enter: async (stage) => {
      await open(stage.page, `/products/edit/${await fill(stage)}`, 'Edit Product');
      await expect(stage.page.getByLabel('SKU', { exact: true })).toHaveValue('NB-BD-40100');
    },
  },
  {
    name: 'edit-missing',
    enter: async ({ page }) => {
      await open(page, '/products/edit/999999', 'Edit Product');
      await expect(page.getByText('Product not found')).toBeVisible();
    },
  },
  {
    name: 'edit-failed',
    enter: async ({ page }) => {
      await fail(page, '**/api/products/1?*');
      await open(page, '/products/edit/1', 'Edit Product');
      await expect(page.getByText('Failed to fetch product')).toBeVisible();
    },
  },
];

/** Every screen in every state that a person can meet. */
export const screenStates: ScreenState[] = [
  ...signedOutStates.map((state) => ({ ...state, signedOut: true })),
  ...dashboardStates,
  ...productStates,
  ...formStates,
];

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await heading(page, title);
}
