import type { Page } from '@playwright/test';
import type { Account } from './harness/account';
import { expect, test } from './harness/fixtures';
import { dataUrl, plainPhoto } from './harness/photos';

interface Call {
  parameters?: Record<string, string>;
  body?: unknown;
}

/** Calls an operation as a reader does: opens it, fills it in, presses Execute; answers the status. */
async function execute(page: Page, tag: string, operation: string, { parameters = {}, body }: Call = {}): Promise<number> {
  const block = page.locator(`#operations-${tag}-${operation}`);
  const button = block.getByRole('button', { name: 'Execute' });
  if (!(await button.isVisible())) await block.locator('.opblock-summary-control').click();
  for (const [name, value] of Object.entries(parameters)) await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
  if (body !== undefined) await block.locator('textarea').first().fill(JSON.stringify(body));
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/api/'));
  await button.click();
  const status = (await answered).status();
  await expect(block.locator('.live-responses-table tbody .response-col_status').first()).toContainText(String(status));
  // Closed again: the page draws all that is open anew at each key.
  await block.locator('.opblock-summary-control').click();
  return status;
}

test('a reader of /docs logs in there and calls every product call', async ({ signedOut: page, account, catalogue, complaints }) => {
  complaints.forget(/Failed to load resource.*401/);
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /Ecom CRM Platform/ })).toBeVisible();
  const { email, password } = account;
  expect(await execute(page, 'products', 'listProducts')).toBe(401);
  expect(await execute(page, 'auth', 'login', { body: { email, password } })).toBe(200);
  expect(await execute(page, 'auth', 'readCurrentUser')).toBe(200);

  const images = [dataUrl(await plainPhoto('#336699', 40, 30))];
  const product = { name: 'From the docs', sku: 'DOCS-1', images, extraFields: { Axle: 'front' } };
  expect(await execute(page, 'products', 'createProduct', { body: product })).toBe(201);
  const [{ id }] = await catalogue.list();
  expect(await execute(page, 'products', 'listProducts', { parameters: { limit: '10' } })).toBe(200);
  expect(await execute(page, 'products', 'searchProducts', { parameters: { q: 'docs' } })).toBe(200);
  expect(await execute(page, 'products', 'readProduct', { parameters: { id: String(id) } })).toBe(200);
  const changed = { ...product, name: 'Changed in the docs' };
  expect(await execute(page, 'products', 'replaceProduct', { parameters: { id: String(id) }, body: changed })).toBe(200);
  expect((await catalogue.read(id)).name).toBe('Changed in the docs');
  expect(await execute(page, 'statistics', 'readStatistics')).toBe(200);
  expect(await execute(page, 'auth', 'logout')).toBe(200);
});

const text = { title: 'From the docs', description: 'Text' };

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/docs');
  expect(await execute(page, 'auth', 'login', { body: { email, password } })).toBe(200);
}

async function firstId(account: Account, path: string): Promise<Record<string, string>> {
  const [{ id }] = await account.call<{ id: number }[]>('GET', path);
  return { id: String(id) };
}

for (const [kind, tag, one, many] of [
  ['customer-questions', 'questions', 'Question', 'Questions'],
  ['problems', 'problems', 'Problem', 'Problems'],
] as const) {
  test(`a reader of /docs calls every call of ${tag}`, async ({ signedOut: page, account, complaints }) => {
    complaints.forget(/Failed to load resource.*40[14]/);
    await signIn(page, account);
    expect(await execute(page, tag, `create${one}`, { body: text })).toBe(201);
    const parameters = await firstId(account, `/api/${kind}`);
    expect(await execute(page, tag, `list${many}`)).toBe(200);
    expect(await execute(page, tag, `search${many}`, { parameters: { q: 'docs' } })).toBe(200);
    expect(await execute(page, tag, `read${one}`, { parameters })).toBe(200);
    expect(await execute(page, tag, `change${one}Status`, { parameters, body: { status: 'resolved' } })).toBe(200);
    expect(await execute(page, tag, `create${one}Response`, { parameters, body: { response: 'Answered' } })).toBe(201);
    expect(await execute(page, tag, `list${one}Responses`, { parameters })).toBe(200);
    if (one === 'Question') return;
    expect(await execute(page, tag, 'changeProblem', { parameters, body: { title: 'Changed in the docs' } })).toBe(200);
    expect(await execute(page, tag, 'deleteProblem', { parameters })).toBe(204);
  });
}

test('a reader of /docs calls every call of updates', async ({ signedOut: page, account, complaints }) => {
  complaints.forget(/Failed to load resource.*40[14]/);
  await signIn(page, account);
  expect(await execute(page, 'updates', 'createUpdate', { body: { title: text.title, content: 'Text' } })).toBe(201);
  const parameters = await firstId(account, '/api/updates');
  expect(await execute(page, 'updates', 'listUpdates')).toBe(200);
  expect(await execute(page, 'updates', 'searchUpdates', { parameters: { q: 'docs' } })).toBe(200);
  expect(await execute(page, 'updates', 'readUpdate', { parameters })).toBe(200);
});
