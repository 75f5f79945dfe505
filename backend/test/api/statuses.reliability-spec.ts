import { randomUUID } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeDto } from '../../src/changes/change.dto';
import type { Api, RequestOptions } from '../support/api';
import { startApp, type TestApp } from '../support/app';
import { document } from '../support/contract';
import { cloneDatabase } from '../support/database';
import { buildDataUrl, buildImage, buildProduct } from '../support/factories';
import { clientFor } from '../support/processes/http-or-https';
import { EventStream } from '../support/event-stream';
import { FlakyProxy } from '../reliability/outages/flaky-proxy';
import { documentedRecordTypes } from '../support/data/documented-records';

interface Operation {
  id: string;
  method: string;
  path: string;
  statuses: number[];
}

const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path: path.replace('{kind}', /(statistics|queue)\/\{kind\}/.test(path) ? 'problem' : 'problems'),
    statuses: Object.keys(responses).map(Number),
  })),
);
/** What some operations need in their address. */
const QUERIES: Record<string, string> = {
  findProductsByCodes: '?codes=A-1',
  findUnreadRecords: '?kind=problem&ids=1',
  countOpenRecords: '?ids=1',
};
const ABSENT = '2147483647';
const account = { email: 'staff@statuses.example', password: 'secret password' };
const text = { title: 'Title', description: 'Text' };

/** A body that each operation accepts; an operation without a body has none. */
const goodBody: Record<string, () => unknown> = {
  register: () => ({ ...account, email: `${Math.random()}@statuses.example` }),
  login: () => account,
  changePassword: () => ({ currentPassword: account.password, newPassword: account.password }),
  createProduct: () => buildProduct(),
  replaceProduct: () => buildProduct(),
  changeCurrentUser: () => ({ name: 'Anna Keller' }),
  revertChangeSet: () => ({}),
  createToken: () => ({ name: randomUUID(), days: 1 }),
  mapProductImport: () => ({ columns: [{ target: 'sku' }, { target: 'name' }, { target: 'images' }] }),
  createWebhook: () => ({ url: 'https://shop.example/changes' }),
  changeWebhook: () => ({ active: false }),
  openRecord: () => ({ kind: 'problem', recordId: 1 }),
  createTag: () => ({ name: randomUUID() }),
  changeTag: () => ({ color: 'red' }),
  createView: () => ({ name: 'Mine', list: 'queue', query: 'assignee=me' }),
  changeView: () => ({ name: 'Other' }),
  takeNext: () => ({}),
  answerWithUpdate: () => ({ items: [{ kind: 'problem', id: 1 }] }),
  readNotifications: () => ({ kind: 'problem', recordId: 1 }),
  changeWatch: () => ({ isWatching: true }),
};
for (const { name, example, isThread } of documentedRecordTypes) {
  goodBody[`create${name}`] ??= () => example;
  goodBody[`change${name}`] ??= () => ({ title: 'Other' });
  if (isThread)
    Object.assign(goodBody, {
      [`change${name}Status`]: () => ({ status: 'resolved' }),
      [`create${name}Response`]: () => ({ response: 'Answer' }),
    });
}

const csvFile = (): RequestOptions => ({
  raw: `SKU,Name,Image\nA-${Math.random()},B,https://shop.example/a.jpg`,
  headers: { 'Content-Type': 'text/csv' },
});

/** A form with a picture, as a browser sends it. */
const imageForm = async (): Promise<RequestOptions> => {
  const head =
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return {
    raw: Buffer.concat([Buffer.from(head), await buildImage(), Buffer.from('\r\n--x--\r\n')]),
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  };
};

/** What makes an upload answer that status; undefined where any operation does it alike. */
async function provokeUpload(status: number): Promise<number | undefined> {
  const send = async (options: RequestOptions): Promise<number> =>
    (await api.post('/api/images', undefined, options)).status;
  if (status === 201 || status === 503) return send(await imageForm());
  if (status === 400) return send({ ...(await imageForm()), raw: '' });
  return status === 413 ? statusOfLength('/api/images', 'multipart/form-data; boundary=x') : undefined;
}

/** Another body than the good one, of the operations that take neither a title nor a response. */
const OTHER_BODIES: Record<string, unknown> = {
  createTag: { name: 'Other' },
  createView: { name: 'Other', list: 'queue', query: '' },
  takeNext: { kind: 'problem' },
  answerWithUpdate: { items: [{ kind: 'problem', id: 1 }], status: 'resolved' },
};

/** Another body than the good one. */
function otherBody(id: string): unknown {
  if (OTHER_BODIES[id]) return OTHER_BODIES[id];
  if (id === 'applyProductImport') return { other: true };
  return id === 'revertChangeSet'
    ? { choices: [] }
    : {
        ...(goodBody[id]() as object),
        ...(id.endsWith('Response')
          ? { response: 'Other' }
          : id === 'createProduct'
            ? { name: 'Other' }
            : { title: 'Other' }),
      };
}

/** What is taken already, for the operations that can say so. */
const takenBody: Record<string, () => unknown> = {
  register: () => account,
  createProduct: () => buildProduct({ sku: 'TAKEN' }),
  replaceProduct: () => buildProduct({ sku: 'TAKEN' }),
  createToken: () => ({ name: 'TAKEN', days: 1 }),
  createTag: () => ({ name: 'TAKEN' }),
  changeTag: () => ({ name: 'TAKEN' }),
};

/** More than any other part of this test has open at once. */
const MAX_REQUESTS = 30;

let proxy: FlakyProxy;
let test: TestApp;
let api: Api;
/** Signed in by a token. */
let program: Api;
/** By another one that has made too many requests. */
let spent: Api;
let sha256: string;
/** Of a product and a tag, for the addresses that name one with a record. */
let further: Record<string, string>;

beforeAll(async () => {
  proxy = new FlakyProxy(new URL(await cloneDatabase()));
  test = await startApp({ DATABASE_URL: await proxy.open(), MAX_REQUESTS_PER_USER: MAX_REQUESTS });
  test.quiet();
  api = test.api();
  await api.post('/api/register', account);
  await test.api().post('/api/register', { ...account, email: 'taken@statuses.example' });
  await api.post('/api/products', buildProduct({ sku: 'TAKEN' }));
  program = Object.assign(test.api(), {
    token: (await api.post('/api/tokens', { name: 'TAKEN', days: 1 })).body.token,
  });
  spent = Object.assign(test.api(), { token: (await api.post('/api/tokens', { name: 'SPENT', days: 1 })).body.token });
  await test.source.query(
    "INSERT INTO token_uses SELECT id, now() + interval '1 hour' FROM tokens WHERE name = 'SPENT'",
  );
  const { body } = await api.post('/api/problems?images=url', { ...text, images: [await buildDataUrl()] });
  sha256 = body.images[0].split('/').pop();
  const product = await api.post('/api/products', buildProduct());
  const tag = await api.post('/api/tags', { name: 'TAKEN' });
  further = { productId: String(product.body.id), tag: String(tag.body.id) };
});

afterAll(async () => {
  await test.close();
  proxy.close();
});

/** The number of a new record of the kind that a path is about. */
async function newId(path: string): Promise<string> {
  if (path.includes('{client}')) return randomUUID();
  if (path.includes('/webhooks/')) return newWebhook();
  if (path.includes('/users/')) return newColleague();
  if (path.includes('/sessions/')) return newSession();
  if (path.includes('{changeSet}')) return changeSetOf((await api.post('/api/problems', text)).body.id);
  const kind = path.includes('/queue/') ? 'problems' : path.split('/')[2];
  if (kind === 'product-imports') return String((await api.post('/api/product-imports', undefined, csvFile())).body.id);
  if (kind === 'product-import-profiles') return newProfile();
  const create = operations.find((operation) => operation.path === `/api/${kind}` && operation.method === 'POST');
  const body = create && goodBody[create.id];
  return body ? String((await api.post(`/api/${kind}`, body())).body.id) : sha256;
}

/** The number of somebody who has registered. */
async function newColleague(): Promise<string> {
  const colleague = { ...account, email: `${randomUUID()}@statuses.example` };
  return String((await test.api().post('/api/register', colleague)).body.id);
}

/** The number of a session in another browser of who is signed in. */
async function newSession(): Promise<string> {
  // By now that may be somebody else than at the beginning, with the same password.
  const { email } = (await api.get('/api/user')).body;
  await test.api().post('/api/login', { ...account, email });
  const { body } = await api.get<{ id: number; isCurrent: boolean }[]>('/api/sessions');
  return String(body.find(({ isCurrent }) => !isCurrent)?.id);
}

/** The number of a profile of who is signed in. */
async function newProfile(): Promise<string> {
  const { id } = (await api.get('/api/user')).body;
  const [profile] = await test.source.query(
    "INSERT INTO product_import_profiles (user_id, name, headers, columns) VALUES ($1, $2, '', '[]') RETURNING id",
    [id, randomUUID()],
  );
  return String(profile.id);
}

/** The number of the only webhook there is, to which a delivery of the same number is under way. */
async function newWebhook(): Promise<string> {
  await test.source.query('DELETE FROM webhooks');
  const { id } = (await api.post('/api/webhooks', goodBody.createWebhook())).body;
  await test.source.query(
    'INSERT INTO webhook_deliveries (id, webhook_id, after, until, changes) VALUES ($1, $1, 0, 1, 1)',
    [id],
  );
  return String(id);
}

/** Makes as many webhooks as may be. */
async function fillWebhooks(): Promise<void> {
  await test.source.query(
    "INSERT INTO webhooks (url, secret, position, created_by_id) SELECT 'https://shop.example/', 'whsec_', 0, 1 FROM generate_series(1, 100)",
  );
}

/** The change set that made or last changed a problem. */
async function changeSetOf(problemId: number): Promise<string> {
  return (await api.get<ChangeDto[]>(`/api/problems/${problemId}/history?limit=1`)).body[0].changeSet;
}

/** A change set whose field was changed again since. */
async function overtakenChangeSet(): Promise<string> {
  const { id } = (await api.post('/api/problems', text)).body;
  await api.patch(`/api/problems/${id}`, { title: 'Second' });
  const changeSet = await changeSetOf(id);
  await api.patch(`/api/problems/${id}`, { title: 'Third' });
  return changeSet;
}

/** The status of a stream, which is closed again. */
async function statusOfStream(client: Api, path: string): Promise<number> {
  const stop = new AbortController();
  const { status, headers } = await fetch(client.url + path, {
    headers: { Cookie: client.cookie },
    signal: stop.signal,
  });
  stop.abort();
  return headers.get('content-type') === 'text/event-stream' ? status : 0;
}

/** The status of the first attempt that is one too many. */
async function sendUntilRefused(attempt: () => Promise<number>): Promise<number> {
  for (let times = 0; times < 100; times++) if ((await attempt()) === 429) return 429;
  return 0;
}

/** The status of a request of somebody who has as many open as one may have. */
async function sendFromCrowd(attempt: (busy: Api) => Promise<number>): Promise<number> {
  const busy = await test.signedIn();
  const streams = Array.from({ length: MAX_REQUESTS }, () => EventStream.open(busy));
  await Promise.all(streams.map((stream) => stream.until(() => stream.of('ready').length > 0)));
  // What ends access has more places, until those are taken too.
  const halves: ClientRequest[] = [];
  await sendUntilRefused(async () => {
    const headers = { Cookie: busy.cookie, 'Content-Type': 'application/json', 'Content-Length': '99' };
    const half = clientFor(busy.url).request(`${busy.url}/api/password`, { method: 'POST', headers });
    half.on('error', () => undefined).write('{');
    halves.push(half);
    await sleep(20);
    return (await busy.delete(`/api/tokens/${ABSENT}`)).status;
  });
  const status = await attempt(busy);
  for (const half of halves) half.destroy();
  for (const stream of streams) stream.close();
  return status;
}

/** The status under a host name that is not the app's: `fetch` would not send another `Host`. */
function statusElsewhere(method: string, path: string): Promise<number> {
  const headers = { Cookie: api.cookie, Host: 'elsewhere.example' };
  return new Promise((resolve, reject) => {
    clientFor(api.url)
      .request(api.url + path, { method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
      .on('error', reject)
      .end();
  });
}

/** What makes reading a file answer that status; undefined where any operation does it alike. */
async function provokeFile(status: number): Promise<number | undefined> {
  const path = '/api/product-imports';
  const send = async (
    { raw, headers }: RequestOptions = csvFile(),
    more: Record<string, string> = {},
  ): Promise<number> => (await api.send('POST', path, undefined, { raw, headers: { ...headers, ...more } })).status;
  const key = { 'Idempotency-Key': randomUUID() };
  switch (status) {
    case 201:
    case 503:
      return send();
    case 400:
      return send({ ...csvFile(), raw: '' });
    case 409: {
      const file = csvFile();
      await send(file, key);
      await test.source.query('DELETE FROM product_imports');
      return send(file, key);
    }
    case 413:
      return statusOfLength(path, 'text/csv');
    case 422:
      await send(csvFile(), key);
      return send(csvFile(), key);
    default:
      return undefined;
  }
}

/** The status for a body that says that it will be 101 MB long; it is never sent. */
function statusOfLength(path: string, type: string): Promise<number> {
  const length = 101 * 1024 * 1024;
  return new Promise((resolve, reject) => {
    const outgoing = clientFor(api.url).request(
      api.url + path,
      { method: 'POST', headers: { Cookie: api.cookie, 'Content-Type': type, 'Content-Length': String(length) } },
      ({ statusCode = 0 }) => {
        resolve(statusCode);
        outgoing.destroy();
      },
    );
    outgoing.on('error', reject).flushHeaders();
  });
}

/** Calls an operation so that it has to answer with the status; null where no way to it is known. */
async function provoke({ id, method, path }: Operation, status: number): Promise<number | null> {
  const at = (parameter: string): string =>
    path.replace(/\{(\w+)\}/g, (_match, name: string) => further[name] ?? parameter) +
    (id.startsWith('search') ? '?q=a' : (QUERIES[id] ?? ''));
  const send = async (
    client: Api,
    address: string,
    body: unknown = goodBody[id]?.(),
    options?: RequestOptions,
  ): Promise<number> => (await client.send(method, address, body, options)).status;
  if (id === 'readEvents' && status === 200) return statusOfStream(api, path);
  if (id === 'revertChangeSet' && status === 409) return send(api, at(await overtakenChangeSet()));
  if (id === 'createProductImport') {
    const seen = await provokeFile(status);
    if (seen !== undefined) return seen;
  }
  if (id === 'uploadImages') {
    const seen = await provokeUpload(status);
    if (seen !== undefined) return seen;
  }
  const parameter = path.includes('{') && status !== 503 ? await newId(path) : sha256;
  // Signing out ends the sessions for the calls after it.
  const client = status !== 503 && id.startsWith('logout') ? await test.signedIn() : api;
  if (id === 'createWebhook' && status === 201) await test.source.query('DELETE FROM webhooks');
  switch (status) {
    case 304:
      return send(client, at(parameter), undefined, { headers: { 'If-None-Match': `"${sha256}"` } });
    case 400:
      if (method !== 'GET')
        return send(client, at(parameter), undefined, { raw: '{', headers: { 'Content-Type': 'application/json' } });
      return send(
        client,
        path.includes('{')
          ? at('none')
          : `${path}?${id === 'readEvents' ? 'after=.' : 'limit=none'}${id.startsWith('search') ? '&q=a' : ''}`,
      );
    case 401:
      return id === 'login'
        ? send(test.api(), path, { ...account, password: 'not the password' })
        : send(test.api(), at(parameter));
    case 403:
      if (method === 'GET') return send(program, path);
      return send(client, at(parameter), undefined, {
        headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
      });
    case 404:
      if (id === 'readTotals') return send(client, '/api/statistics/none');
      return send(
        client,
        at(path.includes('sha256') ? 'a'.repeat(64) : path.includes('changeSet') ? randomUUID() : ABSENT),
      );
    case 409:
      if (id === 'createWebhook') await fillWebhooks();
      if (id === 'deactivateUser') return send(client, at(String((await client.get('/api/user')).body.id)));
      if (id === 'endSession') return send(client, at(String((await client.get('/api/sessions')).body[0].id)));
      // By now the client may be somebody else.
      if (id === 'createToken') await send(client, path, takenBody.createToken());
      if (id === 'mapProductImport') return send(client, at(parameter), { columns: [{ target: 'sku' }] });
      if (/ProductImport(Bad)?Rows$/.test(id)) await test.source.query('DELETE FROM product_import_rows');
      if (id === 'applyProductImport') await send(client, at(parameter));
      return send(client, at(parameter), takenBody[id]?.());
    case 412:
      return send(client, at(parameter), goodBody[id]?.(), { headers: { 'If-Match': '"999"' } });
    case 413:
      return send(client, at(parameter), undefined, { raw: tooLarge, headers: { 'Content-Type': 'application/json' } });
    case 415:
      return send(client, at(parameter), undefined, {
        raw: 'title=a',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    case 429:
      if (id === 'changePassword') {
        const guesser = await test.signedIn();
        const guess = { currentPassword: 'not the password', newPassword: 'another password' };
        return sendUntilRefused(() => send(guesser, path, guess));
      }
      if (!/^(login|register)$/.test(id)) {
        // Tokens cannot do everything.
        const refused = await sendUntilRefused(() => send(spent, at(parameter)));
        return refused || sendFromCrowd((busy) => send(busy, at(parameter)));
      }
      return sendUntilRefused(() =>
        send(test.api(), path, { email: 'taken@statuses.example', password: 'not the password' }),
      );
    case 421:
      return statusElsewhere(method, at(parameter));
    case 422: {
      if (id === 'changePassword')
        return send(client, path, { currentPassword: 'not the password', newPassword: 'another password' });
      const headers = { 'Idempotency-Key': randomUUID() };
      await send(client, at(parameter), goodBody[id]?.(), { headers });
      return send(client, at(parameter), otherBody(id), { headers });
    }
    case 503:
    case 204:
      if (id === 'takeNext') return send(client, path, { createdTo: '2000-01-01T00:00:00.000Z' });
      return send(client, at(parameter));
    case 200:
    case 201:
      return send(client, at(parameter));
    default:
      return null;
  }
}

const tooLarge = Buffer.from(`{"title":"${'a'.repeat(49 * 1024 * 1024)}"}`);

it('answers every documented status of every operation', async () => {
  const wanted = operations.flatMap((operation) => operation.statuses.map((status) => ({ operation, status })));
  const inTurn = [
    ...wanted.filter(({ status }) => status !== 503),
    null,
    ...wanted.filter(({ status }) => status === 503),
  ];
  const unseen: string[] = [];
  for (const pair of inTurn) {
    if (!pair) proxy.close();
    else {
      const seen = await provoke(pair.operation, pair.status);
      if (seen !== pair.status) unseen.push(`${pair.operation.id}: ${pair.status} wanted, ${seen} seen`);
    }
  }
  expect(unseen).toEqual([]);
  process.stdout.write(
    `documented statuses: ${wanted.length} of ${operations.length} operations, ${wanted.length - unseen.length} seen\n`,
  );
}, 300_000);
