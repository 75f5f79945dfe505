import type { Page, Response } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Account } from './harness/account';
import { expect, test } from './harness/fixtures';
import { dataUrl, plainPhoto } from './harness/photos';

interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
  parameters: string[];
}

const { paths } = JSON.parse(readFileSync(fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url)), 'utf8'));

/** Every operation of the document. */
const operations: Operation[] = Object.entries<any>(paths).flatMap(([path, methods]) =>
  Object.entries<any>(methods).map(([method, { operationId, tags, parameters = [] }]) => {
    const inPath = parameters.filter((parameter: any) => parameter.in === 'path').map(({ name }: any) => name);
    return { id: operationId, tag: tags[0], method, path, parameters: inPath };
  }),
);

/** First what makes records, last what ends them and then the session: each operation finds what it needs. */
const LAST = ['register', 'logoutEverywhere', 'logout'];
const METHODS = ['get', 'put', 'patch', 'post', 'delete'];
function rank({ id, method, path }: Operation): number {
  if (LAST.includes(id)) return 10 + LAST.indexOf(id);
  if (id === 'login') return 0;
  return method === 'post' && !path.includes('{') ? 1 : 2 + METHODS.indexOf(method);
}

/** What a reader writes in place of the example, and why. */
function bodyOf({ id }: Operation, { email, password }: Account): unknown {
  if (id === 'login') return { email, password };
  // Nothing is to leave this machine.
  if (id === 'createWebhook') return { url: 'https://shop.example/changes', active: false };
  return undefined;
}

/** There is nothing that was sent, and so nothing to send again. */
const CANNOT_SUCCEED = ['replayDelivery'];

/** The numbers of the records that were made, by the path that made them. */
type Made = Map<string, number>;

/** What stands in the path where the example of the document is not there to be found. */
async function valueOf(account: Account, made: Made, { path }: Operation, name: string): Promise<string | undefined> {
  if (name === 'id') return String(made.get(path.startsWith('/api/{kind}') ? '/api/problems' : path.split('/{')[0]));
  if (name === 'sha256') return imageOf(account);
  if (name === 'changeSet') return changeSetOf(account);
  return undefined;
}

async function imageOf(account: Account): Promise<string> {
  const images = [dataUrl(await plainPhoto('#336699', 40, 30))];
  const product = await account.call<{ images: string[] }>('POST', '/api/products?images=url', { name: 'Photo', sku: 'DOCS-PHOTO', images });
  return product.images[0].split('/').pop() as string;
}

/** A change that can be taken back. */
async function changeSetOf(account: Account): Promise<string> {
  const { id } = await account.call<{ id: number }>('POST', '/api/problems', { title: 'From the docs', description: 'Text' });
  await account.call('PATCH', `/api/problems/${id}/status`, { status: 'resolved' });
  const { changes } = await account.call<{ changes: { changeSet: string }[] }>('GET', '/api/changes?order=newest&limit=1');
  return changes[0].changeSet;
}

/** Calls an operation as a reader does: opens it, fills in its path, leaves the body as the example has it, presses Execute. */
async function execute(page: Page, { id, tag, method }: Operation, parameters: Record<string, string> = {}, body?: unknown): Promise<Response> {
  const block = page.locator(`#operations-${tag}-${id}`);
  await block.locator('.opblock-summary-control').click();
  for (const [name, value] of Object.entries(parameters)) await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
  if (body !== undefined) await block.locator('textarea').first().fill(JSON.stringify(body));
  for (const file of await block.locator('input[type=file]').all()) await file.setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from('sku\nBD-280-V\n') });
  const answered = page.waitForResponse((response) => response.request().method() === method.toUpperCase() && new URL(response.url()).pathname.startsWith('/api/'));
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = await answered;
  // A stream has no end that the page could show.
  if (id !== 'readEvents') await expect(block.locator('.live-responses-table tbody .response-col_status').first()).toContainText(String(answer.status()));
  // Closed again: the page draws all that is open anew at each key.
  await block.locator('.opblock-summary-control').click();
  return answer;
}

test('a reader of /docs logs in there, and every operation of the document succeeds with what its example says', async ({ signedOut: page, account, emptied: _emptied, complaints }) => {
  complaints.forget(/Failed to load resource.*40[14]/);
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /Ecom CRM Platform/ })).toBeVisible();
  expect((await execute(page, operations.find(({ id }) => id === 'listProducts') as Operation)).status()).toBe(401);
  const statuses: Record<string, number> = {};
  const made: Made = new Map();
  for (const operation of [...operations].sort((a, b) => rank(a) - rank(b))) {
    const values = await Promise.all(operation.parameters.map(async (name) => [name, await valueOf(account, made, operation, name)] as const));
    const given = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<string, string>;
    const answer = await execute(page, operation, given, bodyOf(operation, account));
    statuses[operation.id] = answer.status();
    if (answer.status() === 201) made.set(operation.path, ((await answer.json()) as { id: number }).id);
  }
  expect(Object.entries(statuses).filter(([id, status]) => (status < 200 || status > 299) !== CANNOT_SUCCEED.includes(id))).toEqual([]);
  expect(Object.keys(statuses)).toHaveLength(operations.length);
});
