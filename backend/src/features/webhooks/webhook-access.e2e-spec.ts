import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { loadSample, type Delivery, type Sample } from '../../../test/support/webhook-receiver';
import type { ChangeDto, ChangesDto } from '../../changes/change.dto';

let sample: Sample;
let test: TestApp;
let api: Api;
const servers: Server[] = [];

beforeAll(async () => {
  sample = await loadSample();
  test = await startApp({ WEBHOOK_TARGETS: 'any' });
  api = await test.signedIn();
});
afterEach(async () => {
  await test.source.query('DELETE FROM webhooks');
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => test.close());

/** A receiver that knows its secret later, and what it has got. */
async function receiver(): Promise<{ url: string; deliveries: Delivery[]; know: (secret: string) => void }> {
  const deliveries: Delivery[] = [];
  let behind: Server | undefined;
  const server = createServer((request, response) =>
    behind ? behind.emit('request', request, response) : response.writeHead(500).end(),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    deliveries,
    know: (secret) => (behind = sample.createReceiver({ secret, onDelivery: (one) => void deliveries.push(one) })),
  };
}

async function until(is: () => unknown): Promise<void> {
  for (const end = Date.now() + 10_000; !(await is()); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (Date.now() > end) throw new Error(`still not: ${is}`);
}

async function newToken(): Promise<{ id: number; program: Api }> {
  const { id, token } = (await api.post('/api/tokens', { name: `CI ${Math.random()}`, days: 1 })).body;
  return { id, program: Object.assign(test.api(), { token }) };
}

const addUpdate = (title: string): Promise<unknown> => api.post('/api/updates', { title, content: 'Text' });
const patch = (id: number, body: object): Promise<any> => api.patch(`/api/webhooks/${id}`, body);
const history = async (id: number): Promise<ChangeDto[]> =>
  (await api.get<ChangeDto[]>(`/api/webhooks/${id}/history`)).body;

it('there are at most 100 webhooks, however many are added at once', async () => {
  await test.source.query(
    "INSERT INTO webhooks (url, secret, position, active, created_by_id) SELECT 'https://shop.example/', 'whsec_', 0, false, 1 FROM generate_series(1, 98)",
  );
  const made = await Promise.all(
    Array.from({ length: 8 }, () => api.post('/api/webhooks', { url: 'https://shop.example/', active: false })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
});

it('a revoked token leaves nothing behind', async () => {
  const { id: token, program } = await newToken();
  const { url } = await receiver();
  const { id } = (await api.post('/api/webhooks', { url, active: false })).body;
  const refused = [
    await program.post('/api/webhooks', { url }),
    await program.patch(`/api/webhooks/${id}`, { url }),
    await program.post(`/api/webhooks/${id}/replay`),
    await program.post(`/api/webhooks/${id}/deliveries/1/replay`),
    await program.delete(`/api/webhooks/${id}`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(refused[0].body).toMatchObject({ message: 'A token cannot do this. Sign in with your password' });
  await api.delete(`/api/tokens/${token}`);
  expect((await program.get('/api/webhooks')).status).toBe(401);
  expect((await api.get('/api/webhooks')).body).toMatchObject([{ id, url, active: false }]);
});

it('a token reads webhooks and their history without a secret', async () => {
  const { program } = await newToken();
  const { id } = (await api.post('/api/webhooks', { url: (await receiver()).url })).body;
  await patch(id, { url: (await receiver()).url });
  for (const path of ['', `/${id}/deliveries`, `/${id}/history`]) {
    const answer = await program.get(`/api/webhooks${path}`);
    expect([answer.status, answer.text]).toEqual([200, expect.not.stringMatching(/whsec_|secret/)]);
  }
});

it('an address change gives a new secret and a log entry', async () => {
  const [first, second] = [await receiver(), await receiver()];
  const { id, secret } = (await api.post('/api/webhooks', { url: first.url })).body;
  expect((await patch(id, { url: first.url, kinds: ['update'] })).body).not.toHaveProperty('secret');
  const moved = (await patch(id, { url: second.url })).body;
  expect(moved.secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(moved.secret).not.toBe(secret);
  second.know(moved.secret);
  await addUpdate('to the new address');
  await until(() => second.deliveries.length > 0);
  expect(first.deliveries).toEqual([]);
  const me = (await api.get('/api/user')).body;
  expect(await history(id)).toMatchObject([
    { operation: 'update', userEmail: me.email, before: { url: first.url }, after: { url: second.url }, version: 3 },
    { operation: 'update', before: { kinds: null }, after: { kinds: ['update'] } },
    {
      kind: 'webhook',
      operation: 'insert',
      userId: me.id,
      after: { id, url: first.url, kinds: null, operations: null, active: true, createdById: me.id },
    },
  ]);
});

it('the log names who removes a webhook, without its secret and deliveries', async () => {
  const { url, know, deliveries } = await receiver();
  const { id, secret } = (await api.post('/api/webhooks', { url })).body;
  await addUpdate('fails at first');
  await until(async () => (await api.get('/api/webhooks')).body[0].failingSince);
  know(secret);
  await patch(id, {});
  await until(() => deliveries.length > 0);
  await api.post(`/api/webhooks/${id}/replay`);
  await until(() => deliveries.length > 1);
  await api.delete(`/api/webhooks/${id}`);
  expect((await history(id)).map(({ operation, version }) => [operation, version])).toEqual([
    ['delete', 1],
    ['insert', 1],
  ]);
  const feed = await api.get<ChangesDto>('/api/changes?kind=webhook&order=newest&limit=2');
  expect(feed.body.changes).toEqual(await history(id));
  const [{ texts }] = await test.source.query<{ texts: string }[]>(
    "SELECT string_agg(changes::text, ' ') AS texts FROM changes",
  );
  expect(texts).toContain(url);
  expect(texts).not.toMatch(/whsec_|"secret"|"position"|"failing_since"/);
});

it('refuses to revert a change of a webhook, with a session or a token', async () => {
  const { id } = (await api.post('/api/webhooks', { url: (await receiver()).url })).body;
  await patch(id, { active: false });
  const { program } = await newToken();
  for (const { changeSet } of await history(id))
    for (const client of [api, program])
      expect(await client.post(`/api/change-sets/${changeSet}/revert`, {})).toMatchObject({
        status: 409,
        body: { message: 'A change of a webhook cannot be taken back. Change the webhook itself instead' },
      });
  expect((await api.get('/api/webhooks')).body).toMatchObject([{ id, active: false }]);
});

it('a webhook gets changes of webhooks only if its kinds name them', async () => {
  const [all, asking] = [await receiver(), await receiver()];
  all.know((await api.post('/api/webhooks', { url: all.url })).body.secret);
  asking.know((await api.post('/api/webhooks', { url: asking.url, kinds: ['webhook'] })).body.secret);
  const { id } = (await api.post('/api/webhooks', { url: 'https://shop.example/?key=of-the-shop', active: false }))
    .body;
  await addUpdate('for the first');
  const kindsOf = (deliveries: Delivery[]): string[] =>
    deliveries.flatMap(({ changes }) => changes.map(({ kind }) => kind));
  await until(() => all.deliveries.length > 0 && kindsOf(asking.deliveries).length === 2);
  expect(kindsOf(all.deliveries)).toEqual(['update']);
  expect(asking.deliveries.at(-1)?.changes.at(-1)).toMatchObject({ kind: 'webhook', recordId: id });
});
