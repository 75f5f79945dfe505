import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api';
import { startApp, type TestApp } from './app';
import { priceList } from './catalogue';
import { count, report } from './gates';

const ROWS = count(2000, 100_000);
const csv = { 'Content-Type': 'text/csv' };

jest.setTimeout(count(60_000, 600_000));

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

/** Runs something and answers how long it took, and the longest that another request had to wait meanwhile; ms. */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; took: number; longest: number }> {
  let longest = 0;
  let done = false;
  const watch = async (): Promise<void> => {
    while (!done) {
      const started = Date.now();
      await api.get('/api/products?limit=20');
      longest = Math.max(longest, Date.now() - started);
      await sleep(20);
    }
  };
  const watching = watch();
  const started = Date.now();
  const result = await work();
  const took = Date.now() - started;
  done = true;
  await watching;
  return { result, took, longest };
}

/** Uploads texts as a file, as they are made. */
async function upload(texts: Iterable<string>): Promise<any> {
  const response = await fetch(`${test.url}/api/product-imports`, { method: 'POST', headers: { ...csv, Cookie: api.cookie }, body: Readable.toWeb(Readable.from(texts).map((text) => Buffer.from(text))) as ReadableStream, duplex: 'half' } as RequestInit);
  return response.json();
}

it(`reads, applies and takes back ${ROWS} rows, and answers others meanwhile`, async () => {
  const preview = await timed(() => upload(priceList(ROWS)));
  expect(preview.result.counts).toMatchObject({ new: ROWS, bad: 0 });
  const applied = await timed(() => api.post(`/api/product-imports/${preview.result.id}/apply`));
  expect([applied.result.status, applied.result.body.state]).toEqual([200, 'applied']);
  const again = await timed(() => upload(priceList(ROWS, 2)));
  expect(again.result.counts).toMatchObject({ changed: ROWS });
  const changed = await timed(() => api.post(`/api/product-imports/${again.result.id}/apply`));
  expect(changed.result.status).toBe(200);
  const undone = await timed(() => api.post(`/api/change-sets/${changed.result.body.changeSet}/revert`, {}));
  expect(undone.result.status).toBe(200);
  const figures = { preview, applied, again, changed, undone };
  report('import', `${ROWS} rows: ${Object.entries(figures).map(([name, { took, longest }]) => `${name} ${took} ms (others waited at most ${longest} ms)`).join(', ')}`);
});
