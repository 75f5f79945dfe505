import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { until, webhookCalls } from '../../../test/support/calls/webhook-calls';
import { expectSchema } from '../../../test/support/contract';
import { loadSample, type Delivery, type Sample } from '../../../test/support/webhook-receiver';
import type { ChangeDto, ChangesDto } from '../../changes/change.dto';

let sample: Sample;
let test: TestApp;
let api: Api;
const { place, removeAll, addUpdate, log } = webhookCalls(() => api);

beforeAll(async () => {
  sample = await loadSample();
  test = await startApp({ WEBHOOK_TARGETS: 'any' });
  api = await test.signedIn();
});
afterEach(removeAll);
afterAll(() => test.close());

/** A webhook that leads to the sample, and what that has got; `fail` makes the receiver throw. */
async function received(
  options: object = {},
): Promise<{ id: number; deliveries: Delivery[]; state: { fail: boolean }; all: () => ChangeDto[] }> {
  const deliveries: Delivery[] = [];
  const state = { fail: false };
  const onDelivery = (delivery: Delivery): void => {
    if (state.fail) throw new Error('not now');
    deliveries.push(delivery);
  };
  const { url, put } = await place();
  const { id, secret } = (await api.post('/api/webhooks', { url, ...options })).body;
  put(sample.createReceiver({ secret, onDelivery }));
  jest.spyOn(console, 'error').mockReturnValue();
  return { id, deliveries, state, all: () => deliveries.flatMap(({ changes }) => changes) };
}

/** The feed as a webhook gets it: without changes of webhooks. */
const feed = async (query: string): Promise<ChangeDto[]> =>
  (await api.get<ChangesDto>(`/api/changes?${query}`)).body.changes.filter(({ kind }) => kind !== 'webhook');
const read = (id: number): Promise<{ cursor: string; failingSince: string | null }> =>
  api.get('/api/webhooks').then(({ body }) => body.find((one: { id: number }) => one.id === id));

describe('a webhook', () => {
  it('gets what changes, as the feed has it', async () => {
    const { id, deliveries, all } = await received();
    const first = await addUpdate('One');
    await api.post('/api/problems', { title: 'Two', description: 'Text' });
    await until(() => all().length === 2);
    expect(all().map(({ kind, operation }) => [kind, operation])).toEqual([
      ['update', 'insert'],
      ['problem', 'insert'],
    ]);
    expect(all()[0]).toMatchObject({ recordId: first, after: { title: 'One' }, userEmail: expect.any(String) });
    expect(await feed(`after=${deliveries[0].after}`)).toEqual(all());
    for (const delivery of deliveries) expectSchema('DeliveryBodyDto', delivery);
    await until(async () => (await read(id)).cursor === deliveries.at(-1)?.cursor);
    expect((await log(id))[0]).toMatchObject({
      uuid: deliveries.at(-1)?.delivery,
      isDelivered: true,
      attempts: 1,
      status: 204,
      error: null,
      nextAt: null,
    });
  });

  it('gets only the kinds and operations that it wants', async () => {
    const { all } = await received({ kinds: ['problem'], operations: ['update'] });
    await addUpdate('Not this');
    const { id } = (await api.post('/api/problems', { title: 'Nor this', description: 'Text' })).body;
    await api.patch(`/api/problems/${id}/status`, { status: 'resolved' });
    await until(() => all().length > 0);
    expect(all()).toEqual([
      expect.objectContaining({ kind: 'problem', operation: 'update', after: { status: 'resolved' } }),
    ]);
  });

  it('keeps its place while it is not active, and while its receiver fails: nothing is lost, doubled or out of order', async () => {
    const { id, deliveries, state, all } = await received();
    await api.patch(`/api/webhooks/${id}`, { active: false });
    const ids = [await addUpdate('a'), await addUpdate('b')];
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(deliveries).toEqual([]);
    state.fail = true;
    await api.patch(`/api/webhooks/${id}`, { active: true });
    await until(async () => (await log(id))[0]?.attempts > 0);
    const [failed] = await log(id);
    expect(failed).toMatchObject({ isDelivered: false, status: 500, error: 'It answered 500' });
    expect(failed.nextAt).not.toBeNull();
    expect((await read(id)).failingSince).not.toBeNull();
    ids.push(await addUpdate('c'));
    state.fail = false;
    // Much later than a day: it was told since when, and from where.
    await test.source.query("UPDATE webhooks SET failing_since = now() - interval '25 hours' WHERE id = $1", [id]);
    await api.post(`/api/webhooks/${id}/deliveries/${failed.id}/replay`);
    await until(() => all().length === 3);
    expect(all().map(({ recordId }) => recordId)).toEqual(ids);
    expect(deliveries[0].delivery).toBe(failed.uuid);
    expect(Date.now() - Date.parse(deliveries[0].failingSince ?? '')).toBeGreaterThan(24 * 3_600_000);
    await until(async () => (await read(id)).failingSince === null);
  });

  it('is sent a delivery again under another id, or the feed from a cursor', async () => {
    const { id, deliveries } = await received();
    await addUpdate('again');
    await until(async () => (await log(id))[0]?.isDelivered);
    const [delivered] = await log(id);
    await api.post(`/api/webhooks/${id}/deliveries/${delivered.id}/replay`);
    await until(() => deliveries.length === 2);
    expect(deliveries[1].changes).toEqual(deliveries[0].changes);
    expect(deliveries[1].delivery).not.toBe(deliveries[0].delivery);
    await until(async () => (await log(id)).every(({ isDelivered }) => isDelivered));
    expect((await log(id)).map(({ isReplay }) => isReplay)).toEqual([true, false]);
    await api.post(`/api/webhooks/${id}/replay?after=${deliveries[0].after}`);
    await until(() => deliveries.length === 3);
    expect(deliveries[2].changes).toEqual(deliveries[0].changes);
    await api.post(`/api/webhooks/${id}/replay`);
    await until(() => deliveries.length === 4);
    expect(deliveries[3].changes).toEqual(await feed('limit=1000'));
  });

  it('forgets no delivery that was asked for again when the feed is, too', async () => {
    const { id, deliveries } = await received();
    await addUpdate('again');
    await until(async () => (await log(id))[0]?.isDelivered);
    await api.patch(`/api/webhooks/${id}`, { active: false });
    await api.post(`/api/webhooks/${id}/deliveries/${(await log(id))[0].id}/replay`);
    await api.post(`/api/webhooks/${id}/replay?after=${deliveries[0].cursor}`);
    expect((await log(id)).map(({ isReplay, isDelivered }) => [isReplay, isDelivered])).toEqual([
      [true, false],
      [false, true],
    ]);
    await api.patch(`/api/webhooks/${id}`, { active: true });
    await until(() => deliveries.length === 2);
    expect(deliveries[1].changes).toEqual(deliveries[0].changes);
  });

  it('is not held up by a delivery that is sent again and refused, nor holds one up itself', async () => {
    const { id, deliveries, state, all } = await received();
    const first = await addUpdate('first');
    await until(async () => (await log(id))[0]?.isDelivered);
    const [delivered] = await log(id);
    const sendAgain = () => api.post(`/api/webhooks/${id}/deliveries/${delivered.id}/replay`);
    /** Lets the newest delivery fail once; the next try is far away. */
    async function fail(begin: () => Promise<unknown>): Promise<void> {
      state.fail = true;
      await begin();
      await until(async () => (await log(id))[0].error !== null);
      await test.source.query("UPDATE webhook_deliveries SET next_at = now() + interval '1 hour' WHERE is_pending");
      state.fail = false;
    }
    await fail(sendAgain);
    const second = await addUpdate('second');
    await until(() => deliveries.length === 2);
    await fail(() => addUpdate('third'));
    await sendAgain();
    await until(() => deliveries.length === 3);
    expect(all().map(({ recordId }) => recordId)).toEqual([first, second, first]);
  });

  it('is told what it must not do', async () => {
    for (const url of [
      'ftp://shop.example/',
      'https://user:pass@shop.example/',
      'shop.example',
      '',
      7,
      ' https://shop.example/',
      'https:shop.example',
      'https://shop.example/\ud800',
      'https://shop.example/\0',
    ])
      expect((await api.post('/api/webhooks', { url })).status).toBe(400);
    const { id } = (await api.post('/api/webhooks', { url: 'https://shop.example/' })).body;
    const kinds = 'kinds must be a list of 1 to 50 kinds of record, such as problem, or null for all';
    for (const [body, message] of [
      [{ kinds: [] }, kinds],
      [{ kinds: ['Problem'] }, kinds],
      [{ operations: ['upsert'] }, 'operations must be a list of 1 to 50 of insert, update, delete, or null for all'],
      [{ active: 'yes' }, 'active must be true or false'],
      [{ secret: 'mine' }, expect.any(String)],
      [{ url: null }, expect.any(String)],
    ]) {
      const { status, body: answer } = await api.patch(`/api/webhooks/${id}`, body);
      expect([status, answer.message]).toEqual([400, message]);
    }
    const { status, body } = await api.post(`/api/webhooks/${id}/deliveries/abc/replay`);
    expect([status, body.message]).toEqual([400, 'The number of the delivery must be a positive whole number']);
    const unknown = await api.patch(`/api/webhooks/${id}`, { kinds: ['problem', 'problems'] });
    expect(unknown.status).toBe(400);
    expect(unknown.body.message).toMatch(/named problems\. The kinds are /);
    expect((await api.get('/api/webhooks')).text).not.toContain('whsec_');
  });
});
