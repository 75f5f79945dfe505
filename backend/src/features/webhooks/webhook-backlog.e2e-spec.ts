import { Logger } from '@nestjs/common';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { inside } from '../../../test/support/processes/app-cluster';
import type { Delivery } from '../../../test/support/webhook-receiver';
import { ChangesService } from '../../changes/changes.service';

let test: TestApp;
let api: Api;
let server: Server;
let url: string;
/** What the receiver answers. */
let status = 204;
const got: Delivery[] = [];

beforeAll(async () => {
  test = await startApp({ WEBHOOK_TARGETS: 'any' });
  api = await test.signedIn();
  server = createServer((request, response) => {
    void json(request).then((body) => {
      if (status === 204) got.push(body as Delivery);
      response.writeHead(status, { Connection: 'close' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`;
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const { id } of (await api.get('/api/webhooks')).body) await api.delete(`/api/webhooks/${id}`);
  got.length = 0;
  status = 204;
});
afterAll(async () => {
  await test.close();
  server.close();
});

async function until(is: () => unknown): Promise<void> {
  for (const end = Date.now() + 20_000; !(await is()); await sleep(10))
    if (Date.now() > end) throw new Error(`still not: ${is}`);
}

const add = async (options: object = {}): Promise<number> =>
  (await api.post('/api/webhooks', { url, ...options })).body.id;
const addUpdate = async (): Promise<number> =>
  (await api.post('/api/updates', { title: 'Title', content: 'Text' })).body.id;
/** As if so many more changes had been made. */
const growLog = (by: number): Promise<unknown> =>
  test.source.query("SELECT setval('changes_id_seq', last_value + $1) FROM changes_id_seq", [by]);
const recordIds = (): number[] => got.flatMap(({ changes }) => changes.map(({ recordId }) => recordId));

inside('looks for a rare kind in small parts of the log, one after the other without a pause', async () => {
  const entries = jest.spyOn(ChangesService.prototype, 'entries');
  const id = await add({ kinds: ['update'], active: false });
  await growLog(45_000);
  const made = await addUpdate();
  await api.patch(`/api/webhooks/${id}`, { active: true });
  await until(() => got.length === 1);
  expect(recordIds()).toEqual([made]);
  expect(Math.max(...entries.mock.calls.map(([after, end]) => end - after))).toBeLessThanOrEqual(10_000);
});

inside('loses nothing of its new kinds where these are chosen while it reads', async () => {
  const made = await addUpdate();
  await api.post('/api/problems', { title: 'Not wanted', description: 'Text' });
  const { entries } = ChangesService.prototype;
  // With the first kind there is nothing to send, with the second a batch.
  for (const kind of ['product', 'problem']) {
    const id = await add({ kinds: [kind], active: false });
    await test.source.query('UPDATE webhooks SET position = 0 WHERE id = $1', [id]);
    let isRead = false;
    jest.spyOn(ChangesService.prototype, 'entries').mockImplementation(async function (this: ChangesService, ...given) {
      const found = await entries.apply(this, given);
      if (!isRead && given[3]?.kinds?.[0] === kind) {
        isRead = true;
        await api.patch(`/api/webhooks/${id}`, { kinds: ['update'] });
      }
      return found;
    });
    await api.patch(`/api/webhooks/${id}`, { active: true });
    await until(() => got.length > 0);
    expect(got[0].changes.map((change) => change.kind)).not.toContain(kind);
    expect(recordIds()).toContain(made);
    await api.delete(`/api/webhooks/${id}`);
    got.length = 0;
  }
});

inside('says in the log that a webhook cannot go on', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const { entries } = ChangesService.prototype;
  let failures = 1;
  jest.spyOn(ChangesService.prototype, 'entries').mockImplementation(function (this: ChangesService, ...given) {
    // Subscriptions read the log, too.
    const isOfWebhook = given[3]?.exceptKind !== undefined;
    return isOfWebhook && failures-- > 0 ? Promise.reject(new Error('it took too long')) : entries.apply(this, given);
  });
  const id = await add();
  await addUpdate();
  await until(() => got.length === 1);
  expect(warn).toHaveBeenCalledWith(`${id} could not go on, and is tried again: it took too long`);
});

it('tries what is sent again when it is due, though nothing changes', async () => {
  const id = await add();
  await addUpdate();
  const deliveries = async (): Promise<any[]> => (await api.get(`/api/webhooks/${id}/deliveries`)).body;
  await until(async () => (await deliveries())[0]?.isDelivered);
  status = 500;
  await api.post(`/api/webhooks/${id}/deliveries/${(await deliveries())[0].id}/replay`);
  await until(async () => (await deliveries())[0].attempts > 2);
});

describe('very many deliveries', () => {
  const MANY = 12_000;
  const count = async (): Promise<number> =>
    (await test.source.query("SELECT count(*)::integer AS count FROM webhook_deliveries WHERE error = 'old'"))[0].count;

  beforeAll(() =>
    test.source.query(`
      CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM gone) > 5000 THEN RAISE 'too many for one statement'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER refuse_many AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`),
  );
  beforeEach(async () => {
    await test.source.query(
      `INSERT INTO webhook_deliveries (webhook_id, after, until, changes, is_pending, tried_at, error)
       SELECT $1, n, n, 1, false, now() - interval '8 days', 'old' FROM generate_series(1, $2::integer) AS n`,
      [await add({ active: false }), MANY],
    );
    expect(await count()).toBe(MANY);
  });

  it('are forgotten after a week in small steps, though no webhook is active', async () => {
    const other = await startApp({ DATABASE_URL: test.databaseUrl, WEBHOOK_TARGETS: 'any' });
    await until(async () => (await count()) === 0);
    await other.close();
  });

  it('go in small steps with their webhook', async () => {
    const [{ id }] = (await api.get('/api/webhooks')).body;
    expect((await api.delete(`/api/webhooks/${id}`)).status).toBe(204);
    expect(await count()).toBe(0);
  });
});

it('with another address, what the former one answers late counts no more', async () => {
  let late = (): void => undefined;
  const former = createServer((_request, response) => (late = () => response.writeHead(204).end()));
  await new Promise<void>((resolve) => former.listen(0, '127.0.0.1', resolve));
  let isAsked = false;
  former.on('request', () => (isAsked = true));
  const id = await add({ url: `http://127.0.0.1:${(former.address() as AddressInfo).port}/changes` });
  const update = await addUpdate();
  await until(() => isAsked);
  await api.patch(`/api/webhooks/${id}`, { url });
  late();
  await until(() => recordIds().includes(update));
  former.closeAllConnections();
  former.close();
});

it('with other kinds, what waits is chosen again, and with the same ones it is not', async () => {
  status = 500;
  const id = await add();
  const update = await addUpdate();
  await api.post('/api/problems', { title: 'Not for long', description: 'Text' });
  const pending = async (): Promise<any> =>
    (await api.get(`/api/webhooks/${id}/deliveries`)).body.find((one: any) => !one.isDelivered);
  await until(async () => (await pending())?.attempts > 0);
  const { uuid } = await pending();
  await api.patch(`/api/webhooks/${id}`, { kinds: null, operations: null });
  expect((await pending()).uuid).toBe(uuid);
  await api.patch(`/api/webhooks/${id}`, { active: false, kinds: ['update'] });
  status = 204;
  await api.patch(`/api/webhooks/${id}`, { active: true });
  await until(() => got.length > 0);
  expect(got.flatMap(({ changes }) => changes.map(({ kind, recordId }) => [kind, recordId]))).toEqual([
    ['update', update],
  ]);
  expect(got[0].delivery).not.toBe(uuid);
});
