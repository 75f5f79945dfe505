import type { Locator, Page, Response } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Account } from '../support/account';
import { expect, test } from '../support/fixtures';
import { dataUrl, photoFile, plainPhoto } from '../support/photos';

// One leads to this machine.
test.use({ webhookTargets: 'any' });

interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
  /** The parameters that have to be given, which the page fills in with their examples. */
  required: string[];
  /** Of the body that is sent, if any. */
  mediaType?: string;
}

const { paths } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../openapi/openapi.json', import.meta.url)), 'utf8'),
);

/** Every operation of the document. */
const operations: Operation[] = Object.entries<any>(paths).flatMap(([path, methods]) =>
  Object.entries<any>(methods).map(([method, { operationId, tags, parameters = [], requestBody }]) => {
    const required = parameters.filter((parameter: any) => parameter.required).map(({ name }: any) => name);
    return {
      id: operationId,
      tag: tags[0],
      method,
      path,
      required,
      mediaType: Object.keys(requestBody?.content ?? {})[0],
    };
  }),
);

/** First what makes records, last what ends them, the parts of a record before the record; at the very end what ends the session: each operation finds what it needs. */
const LAST = ['register', 'endOtherSessions', 'changePassword', 'logoutEverywhere', 'logout'];
const METHODS = ['get', 'put', 'patch', 'post', 'delete'];
function rank({ id, tag, method, path }: Operation): string {
  if (LAST.includes(id)) return `z${LAST.indexOf(id)}`;
  if (id === 'login') return 'a';
  // The history is that of a record that is gone, too.
  if (tag === 'changes') return `y${METHODS.indexOf(method)}`;
  const step = method === 'post' && !path.includes('{') ? 0 : 1 + METHODS.indexOf(method);
  return `b${step} ${method === 'delete' ? 9 - path.split('{').length : ''} ${tag}`;
}

/** Swagger UI goes through the whole document for each operation that is opened: 3 s where the machine is slow. */
const OPERATION_TIMEOUT_MS = 5_000;

/** What a reader writes in place of the example, and why. */
function bodyOf({ id }: Operation, { email, password }: Account, receiver: string): unknown {
  if (id === 'login') return { email, password };
  // Nothing is to leave this machine.
  if (id === 'createWebhook' || id === 'changeWebhook') return { url: receiver };
  return undefined;
}

/** The numbers of the records that were made, by the path that made them. */
type Made = Map<string, number>;

/** What stands in the path where the example of the document is not there to be found. */
async function valueOf(account: Account, made: Made, { path }: Operation, name: string): Promise<string | undefined> {
  if (path === '/api/product-import-profiles/{id}') return profileOf(account);
  if (path === '/api/sessions/{id}') return otherSessionOf(account);
  if (path.startsWith('/api/users/{id}')) return colleagueOf(account, path.endsWith('/reactivate'));
  if (name === 'id')
    return String(made.get(/^\/api\/(queue\/)?{kind}/.test(path) ? '/api/problems' : path.split('/{')[0]));
  if (name === 'productId') return String(made.get('/api/products'));
  if (name === 'tag') return String(made.get('/api/tags'));
  if (name === 'delivery') return deliveryTo(account, made.get('/api/webhooks') as number);
  if (name === 'sha256') return imageOf(account);
  if (name === 'changeSet') return changeSetOf(account);
  return undefined;
}

/** A profile of columns, which applying an import makes. */
async function profileOf(account: Account): Promise<string> {
  const sent = await fetch(`${account.url}/api/product-imports?profile=docs`, {
    method: 'POST',
    headers: { Cookie: account.cookie, 'Content-Type': 'text/csv' },
    body: 'sku,name\nDOCS-PROFILE,Disc\n',
  });
  await account.call('POST', `/api/product-imports/${((await sent.json()) as { id: number }).id}/apply`);
  const [profile] = await account.call<{ id: number }[]>('GET', '/api/product-import-profiles');
  return String(profile.id);
}

/** A session of the same person in another browser. */
async function otherSessionOf(account: Account): Promise<string> {
  const elsewhere = await account.signIn();
  const sessions = await elsewhere.call<{ id: number; isCurrent: boolean }[]>('GET', '/api/sessions');
  return String(sessions.find(({ isCurrent }) => isCurrent)?.id);
}

/** Somebody else, who is deactivated already if that is asked for. */
async function colleagueOf(account: Account, isDeactivated: boolean): Promise<string> {
  const { email } = await Account.register(account.url);
  const users = await account.call<{ id: number; email: string }[]>('GET', '/api/users');
  const id = users.find((user) => user.email === email)?.id;
  if (isDeactivated) await account.call('POST', `/api/users/${id}/deactivate`);
  return String(id);
}

async function imageOf(account: Account): Promise<string> {
  const images = [dataUrl(await plainPhoto('#336699', 40, 30))];
  const product = await account.call<{ images: string[] }>('POST', '/api/products?images=url', {
    name: 'Photo',
    sku: 'DOCS-PHOTO',
    images,
  });
  return product.images[0].split('/').pop() as string;
}

/** What a webhook was sent. */
async function deliveryTo(account: Account, webhook: number): Promise<string> {
  await account.call('POST', '/api/problems', { title: 'For the webhook', description: 'Text' });
  const deliveries = (): Promise<{ id: number }[]> => account.call('GET', `/api/webhooks/${webhook}/deliveries`);
  await expect.poll(async () => (await deliveries()).length).toBeGreaterThan(0);
  return String((await deliveries())[0].id);
}

/** Takes whatever is sent to it. */
async function startReceiver(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes` };
}

/** A change that can be taken back. */
async function changeSetOf(account: Account): Promise<string> {
  const { id } = await account.call<{ id: number }>('POST', '/api/problems', {
    title: 'From the docs',
    description: 'Text',
  });
  await account.call('PATCH', `/api/problems/${id}/status`, { status: 'resolved' });
  const { changes } = await account.call<{ changes: { changeSet: string }[] }>(
    'GET',
    '/api/changes?order=newest&limit=1',
  );
  return changes[0].changeSet;
}

/** What the script of Swagger UI leaves on its page. */
interface SwaggerPage {
  ui: { getSystem: () => { specSelectors: { specResolvedSubtree: (place: string[]) => unknown } } };
}

/** A block shows its buttons before the page has read what it is about and filled in the examples; nobody is quick enough to notice. */
async function isReady(page: Page, { id, tag, method, path, required, mediaType }: Operation): Promise<void> {
  const wanted = [
    ...required.map((name) => `tr[data-param-name="${name}"] :is(input, select)`),
    ...(mediaType === 'application/json' ? ['textarea'] : []),
  ];
  await page.waitForFunction(
    ({ place, block, fields }) => {
      const isFilled = (field: string): boolean =>
        Boolean((document.querySelector(`${block} ${field}`) as HTMLInputElement | null)?.value);
      return (
        (window as unknown as SwaggerPage).ui.getSystem().specSelectors.specResolvedSubtree(place) !== undefined &&
        fields.every(isFilled)
      );
    },
    { place: ['paths', path, method], block: `#operations-${tag}-${id}`, fields: wanted },
  );
}

/** Calls an operation as a reader does: opens it, fills in its path, leaves the body as the example has it, presses Execute. */
async function execute(
  page: Page,
  operation: Operation,
  parameters: Record<string, string> = {},
  body?: unknown,
): Promise<Response> {
  const { id, tag, method, mediaType } = operation;
  const block = page.locator(`#operations-${tag}-${id}`);
  // Dispatched: a block slides open and shut, and a real click waits for it to stand still.
  const fold = (): Promise<void> => block.locator('.opblock-summary-control').dispatchEvent('click');
  await fold();
  await isReady(page, operation);
  for (const [name, value] of Object.entries(parameters))
    await write(block.locator(`tr[data-param-name="${name}"] input`), value);
  if (body !== undefined) await write(block.locator('textarea').first(), JSON.stringify(body));
  if (mediaType === 'text/csv')
    await block
      .locator('input[type=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from('sku\nBD-280-V\n') });
  if (mediaType === 'multipart/form-data')
    await block
      .locator('input[type=file]')
      .first()
      .setInputFiles(photoFile('brake-disc.jpg', await plainPhoto('#336699', 40, 30)));
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === method.toUpperCase() && new URL(response.url()).pathname.startsWith('/api/'),
  );
  await block.getByRole('button', { name: 'Execute' }).dispatchEvent('click');
  const answer = await answered;
  // A stream has no end that the page could show.
  if (id !== 'readEvents')
    await block
      .locator('.live-responses-table tbody .response-col_status', { hasText: String(answer.status()) })
      .first()
      .waitFor();
  // Closed again: the page redraws everything that is open at each key.
  await fold();
  return answer;
}

/** The page takes over what is written when the field is left. */
async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

test('a reader of /docs logs in there, and every operation of the document succeeds with what its example says', async ({
  signedOut: page,
  account,
  emptied: _emptied,
  complaints,
}) => {
  test.setTimeout(operations.length * OPERATION_TIMEOUT_MS);
  complaints.forget(/Failed to load resource.*401/);
  // Swagger UI falls back to its own file input, and says so.
  complaints.forget(/Could not find component: JsonSchema_string_binary/);
  const receiver = await startReceiver();
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /Ecom CRM Platform/ })).toBeVisible();
  expect((await execute(page, operations.find(({ id }) => id === 'listProducts') as Operation)).status()).toBe(401);
  const statuses: Record<string, number> = {};
  const made: Made = new Map();
  for (const operation of [...operations].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const values = await Promise.all(
      operation.required.map(async (name) => [name, await valueOf(account, made, operation, name)] as const),
    );
    const given = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<string, string>;
    const answer = await execute(page, operation, given, bodyOf(operation, account, receiver.url));
    statuses[operation.id] = answer.status();
    if (answer.status() === 201) made.set(operation.path, ((await answer.json()) as { id: number }).id);
  }
  receiver.server.close();
  expect(Object.entries(statuses).filter(([, status]) => status < 200 || status > 299)).toEqual([]);
  expect(Object.keys(statuses)).toHaveLength(operations.length);
});
