import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventStream } from '../../support/event-stream';
import { loadSample } from '../../support/webhook-receiver';
import { count } from '../reliability-config';
import { AttackedApp, seededAttack } from './attacked-app';

const PRODUCTS = count(400, 1050);
const READERS = count(3, 10);
const IMAGE = 'https://shop.example/1.jpg';

jest.setTimeout(count(180_000, 900_000));

let attacked: AttackedApp;
let receiver: Server | undefined;

beforeAll(async () => {
  attacked = await AttackedApp.start({ WEBHOOK_TARGETS: 'any' });
  await insertLargest(attacked, PRODUCTS);
});
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await attacked.stop();
});

/** Products with all the bytes that extra fields can have, a hundred in each transaction. */
async function insertLargest(attacked: AttackedApp, count: number): Promise<void> {
  const long = 'größer '.repeat(620).trim();
  const fields: Record<string, string> = { Rest: 'x'.repeat(4000) };
  for (let index = 0; index < 11; index++) fields[`Field ${index}`] = long;
  const largest = { name: 'n'.repeat(500), description: '€'.repeat(20_000), extraFields: fields };
  // The largest one is legal.
  expect((await attacked.api.post('/api/products', { ...largest, sku: 'LEGAL', images: [IMAGE] })).body).toMatchObject({
    sku: 'LEGAL',
  });
  for (let from = 2; from <= count; from += 100)
    await attacked.query(
      "INSERT INTO products (name, sku, description, images, extra_fields) SELECT $1, 'LARGE-' || n, $2, $3, $4 FROM generate_series($5::integer, $6::integer) AS n",
      [
        largest.name,
        largest.description,
        JSON.stringify([IMAGE]),
        JSON.stringify(fields),
        from,
        Math.min(from + 99, count),
      ],
    );
}

/** Without the checks of `Api`, which take longer than the app. */
async function read(path: string, { app, api } = attacked): Promise<{ text: string; next?: string }> {
  const response = await fetch(app.url + path, { headers: { Cookie: api.cookie } });
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { text: await response.text(), next };
}

async function readFeed(order: 'oldest' | 'newest', reader = attacked): Promise<number[]> {
  const ids: number[] = [];
  for (let after: string | undefined; ;) {
    const query = new URLSearchParams({ limit: '1000', kind: 'product', order, ...(after && { after }) });
    const { changes, cursor } = JSON.parse((await read(`/api/changes?${query}`, reader)).text);
    if (changes.length === 0) return ids;
    ids.push(...changes.map(({ recordId }: { recordId: number }) => recordId));
    after = cursor;
  }
}

async function readList(path: string): Promise<number[]> {
  const ids: number[] = [];
  for (let next: string | undefined = path; next;) {
    const page: Awaited<ReturnType<typeof read>> = await read(next);
    ids.push(...JSON.parse(page.text).map(({ id }: { id: number }) => id));
    next = page.next;
  }
  return ids;
}

async function countExported(): Promise<number> {
  const { text } = await read('/api/products/export');
  return text.match(/(LARGE-\d|LEGAL)/g)?.length ?? 0;
}

/** All changes that a new webhook gets which is replayed from the beginning of the feed. */
async function delivered(): Promise<number[]> {
  const ids: number[] = [];
  const { createReceiver } = await loadSample();
  let secret = '';
  receiver = createServer((request, response) =>
    createReceiver({
      secret,
      onDelivery: ({ changes }) => ids.push(...changes.map(({ recordId }) => recordId)),
    }).emit('request', request, response),
  );
  const server = receiver;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { body } = await attacked.api.post('/api/webhooks', { url, kinds: ['product'], operations: ['insert'] });
  secret = body.secret;
  await attacked.api.post(`/api/webhooks/${body.id}/replay`);
  for (const end = Date.now() + 100_000; ids.length < PRODUCTS && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return ids;
}

const cursor = (id: number): string => Buffer.from(`c:${id}`).toString('base64url');
const all = Array.from({ length: PRODUCTS }, (_none, index) => index + 1);
const newest = all.toReversed();

const readings: [string, () => Promise<unknown>, unknown][] = [
  ['the feed', () => readFeed('oldest'), all],
  ['the feed backwards', () => readFeed('newest'), newest],
  ['pages of the list', () => readList('/api/products?images=url&limit=200'), newest],
  ['the whole list', () => readList('/api/products?images=url'), newest],
  ['an export', countExported, PRODUCTS],
];

it.each(readings)('many readers get %s, in order, while others work', async (what, read, expected) => {
  const got = await attacked.during(what, () => Promise.all(Array.from({ length: READERS }, read)));
  for (const one of got) expect(one).toEqual(expected);
});

seededAttack('reads limited by rows alone', 'limits-reads-by-rows-alone', async (mutant) => {
  await insertLargest(mutant, 1050);
  await mutant.during('the feed', () => Promise.all(Array.from({ length: 4 }, () => readFeed('oldest', mutant))));
});

it('after a reconnect, an event stream sends the missed changes, or a reset event', async () => {
  await attacked.during('event streams', async () => {
    const streams = Array.from({ length: READERS }, (_none, index) =>
      EventStream.open(attacked.api, { last: cursor(index === 0 ? 0 : 100) }),
    );
    if (PRODUCTS > 1000) await streams[0].until(() => streams[0].of('reset').length === 1);
    await streams[1].until(() => streams[1].of('change').length >= PRODUCTS - 100, 30_000);
    for (const stream of streams) stream.close();
  });
});

it('a webhook gets all changes, in order', async () => {
  expect(await attacked.during('a webhook', delivered)).toEqual(all);
});
