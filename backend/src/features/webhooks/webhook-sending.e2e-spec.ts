import { createServer } from 'node:http';
import { Client } from 'pg';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { until, webhookCalls } from '../../../test/support/calls/webhook-calls';
import { cloneDatabase } from '../../../test/support/database';
import { document } from '../../../test/support/contract';
import { loadSample, type Delivery, type Sample } from '../../../test/support/webhook-receiver';
import { retryDelaySeconds } from '../../changes/subscriptions/feed-consumer';
import { sign } from './webhook-sender';
import { isPublic, publicLookup, whyRefused } from './ssrf-guard';

let sample: Sample;
let test: TestApp;
let api: Api;
const { listen, place, removeAll } = webhookCalls(() => api);
const UNLESS_ANY = 'unless the app runs with WEBHOOK_TARGETS=any';

beforeAll(async () => {
  sample = await loadSample();
  test = await startApp({ WEBHOOK_TARGETS: 'any' });
  api = await test.signedIn();
});
afterEach(removeAll);
afterAll(() => test.close());

describe('what is sent', () => {
  const secret = 'whsec_secret';
  const body = Buffer.from('{"delivery":"1"}');
  const seconds = Math.floor(Date.now() / 1000);
  const signature = `t=${seconds},v1=${sign(secret, seconds, body.toString())}`;

  it('is genuine with its signature', () => expect(sample.isGenuine({ secret, signature, body })).toBe(true));

  it.each<[string, Partial<Parameters<typeof sample.isGenuine>[0]>]>([
    ['another body', { body: Buffer.from('{"delivery":"2"}') }],
    ['another secret', { secret: 'whsec_other' }],
    ['another time', { signature: signature.replace(String(seconds), String(seconds - 1)) }],
    ['no signature', { signature: undefined }],
    ['half a signature', { signature: signature.slice(0, -2) }],
    ['an old one', { now: Date.now() + 301_000 }],
    ['one of the future', { now: Date.now() - 302_000 }],
  ])('is refused with %s', (_what, other) =>
    expect(sample.isGenuine({ secret, signature, body, ...other })).toBe(false),
  );

  it('is refused by the sample when it is forged or old, and done once when it is repeated', async () => {
    const done: Delivery[] = [];
    const url = await listen(sample.createReceiver({ secret, onDelivery: (delivery) => done.push(delivery) }));
    const send = async (t: number, v1 = sign(secret, t, body.toString())): Promise<number> =>
      (await fetch(url, { method: 'POST', body, headers: { 'Webhook-Signature': `t=${t},v1=${v1}` } })).status;
    expect([
      await send(seconds, 'a'.repeat(64)),
      await send(seconds - 400),
      await send(seconds),
      await send(seconds + 1),
    ]).toEqual([401, 401, 204, 204]);
    expect(done).toHaveLength(1);
  });
});

describe('where it may lead', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
    '2001::1',
    '2001:db8::1',
    'localhost',
  ])('not to %s', (address) => expect(isPublic(address)).toBe(false));
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])('to %s', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  it.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('not to %s', (url) => expect(whyRefused(url, 'public')).not.toBeNull());

  it('not to a name that means such an address at the moment of the connection', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));
    expect(error).toBeInstanceOf(Error);
  });

  it.each([
    'https://shop.example/changes',
    'https://shop.example:65535/a?b=c#d',
    'http://localhost:8080',
    'http://10.0.0.5:30001/changes',
    'https://[::1]:8443/',
    'https://bücher.example/',
  ])('%s is allowed by the document and by a server with WEBHOOK_TARGETS=any', async (url) => {
    const { pattern = '' } = document.components.schemas.CreateWebhookDto.properties?.url ?? {};
    expect(url).toMatch(new RegExp(pattern, 'u'));
    expect((await api.post('/api/webhooks', { url, active: false })).status).toBe(201);
  });
  it.each(['ftp://shop.example/', 'https://user:word@shop.example/', 'https://', 'shop.example'])(
    '%s is refused by the document and by the server',
    async (url) => {
      const { pattern = '' } = document.components.schemas.CreateWebhookDto.properties?.url ?? {};
      expect(url).not.toMatch(new RegExp(pattern, 'u'));
      expect((await api.post('/api/webhooks', { url, active: false })).status).toBe(400);
    },
  );

  it('is refused at once where it is plain, and else when it is sent', async () => {
    const closed = await startApp({ WEBHOOK_TARGETS: 'public' });
    const staff = await closed.signedIn();
    let reached = false;
    const url = await listen(createServer(() => (reached = true)));
    expect(await staff.post('/api/webhooks', { url })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'url', message: `url must start with https://, ${UNLESS_ANY}` }] },
    });
    const { id } = (await staff.post('/api/webhooks', { url: 'https://localhost:' + new URL(url).port })).body;
    // As if it had been allowed before.
    await closed.source.query(
      "INSERT INTO webhooks (url, secret, position, created_by_id) SELECT $1, 'whsec_', position, created_by_id FROM webhooks",
      [url],
    );
    await staff.post('/api/updates', { title: 'Secret', content: 'Text' });
    const errorOf = async (webhook: number): Promise<string | null> =>
      (await staff.get(`/api/webhooks/${webhook}/deliveries`)).body[0]?.error ?? null;
    await until(async () => (await errorOf(id)) && (await errorOf(id + 1)));
    expect([await errorOf(id), await errorOf(id + 1)]).toEqual([
      'Its name does not lead to a public address',
      `url must start with https://, ${UNLESS_ANY}`,
    ]);
    expect(reached).toBe(false);
    await closed.close();
  });
});

it('pauses twice as long after each failure, up to an hour, and a day is many tries', () => {
  for (const [attempts, longest] of [
    [0, 1],
    [1, 2],
    [5, 32],
    [12, 3600],
    [1000, 3600],
  ]) {
    const pauses = Array.from({ length: 50 }, () => retryDelaySeconds(attempts, 3600));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(longest / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longest);
    expect(new Set(pauses).size).toBeGreaterThan(10);
  }
});

it('of several processes one sends, and another when that one is gone', async () => {
  const DATABASE_URL = await cloneDatabase();
  const [one, two] = [
    await startApp({ DATABASE_URL, WEBHOOK_TARGETS: 'any' }),
    await startApp({ DATABASE_URL, WEBHOOK_TARGETS: 'any' }),
  ];
  const staff = await one.signedIn();
  const got: Delivery[] = [];
  const { url, put } = await place();
  const { secret } = (await staff.post('/api/webhooks', { url })).body;
  put(sample.createReceiver({ secret, onDelivery: (delivery) => got.push(delivery) }));
  const leaders = async (): Promise<number> => {
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(
      "SELECT count(*)::integer AS leaders FROM pg_locks WHERE locktype = 'advisory' AND objid = 67827703 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    await client.end();
    return rows[0].leaders;
  };
  await staff.post('/api/updates', { title: 'a', content: 'Text' });
  await until(() => got.length === 1);
  expect(await leaders()).toBe(1);
  await one.close();
  const again = two.api();
  again.cookie = staff.cookie;
  await again.post('/api/updates', { title: 'b', content: 'Text' });
  await until(() => got.length === 2);
  expect(await leaders()).toBe(1);
  await two.close();
});
