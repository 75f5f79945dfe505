import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { printedBy } from '../../../test/support/command';
import { buildDataUrl, buildImage, buildProduct } from '../../../test/support/factories';
import type { ProductDto } from '../../features/products/product.dto';
import { runPurge } from './purge';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const purge = (...args: string[]): Promise<string> => printedBy(test.databaseUrl, () => runPurge(args));
const images = (...more: string[]): Promise<string> => purge('images', '--unused-for', ...more);

async function create(given: unknown[]): Promise<ProductDto> {
  return (await api.post<ProductDto>('/api/products?images=url', buildProduct({ images: given }))).body;
}

const change = ({ id, ...product }: ProductDto, given: string[]) =>
  api.put<ProductDto>(`/api/products/${id}?images=url`, { ...product, images: given });

const status = async (address: unknown): Promise<number> => (await api.get(address as string)).status;

/** Makes all that was done until now so many days older. */
async function grow(days: number): Promise<void> {
  await test.source.transaction(async (manager) => {
    // The log refuses to be changed.
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query('UPDATE changes SET at = at - make_interval(days => $1)', [days]);
    await manager.query('UPDATE images SET uploaded_at = uploaded_at - make_interval(days => $1)', [days]);
  });
}

it.each([[[]], [['images']], [['images', '--unused-for', 'x']], [['records', '--unused-for', '3']], [['--all']]])(
  'prints its usage for %j',
  async (args) => expect(await purge(...args)).toContain('npm run purge -- images --unused-for DAYS'),
);

it('removes images that only the history has named for so many days, and nothing that a record shows', async () => {
  const product = await create([await buildDataUrl(), await buildDataUrl()]);
  const [kept, replaced] = product.images as string[];
  const { body: changed } = await change(product, [kept]);
  expect(await images('30')).toBe('0 images removed: 0 kB.');
  await grow(20);
  expect(await images('30')).toBe('0 images removed: 0 kB.');
  await grow(20);
  expect(await images('30', '--dry-run')).toMatch(/^1 image would be removed: \d+ kB\.$/);
  expect([await status(kept), await status(replaced)]).toEqual([200, 200]);
  expect(await images('30')).toMatch(/^1 image removed: \d+ kB\.$/);
  expect([await status(kept), await status(replaced)]).toEqual([200, 404]);
  expect(changed.images).toEqual([kept]);
});

it('removes uploads that no record has used, but not from a form that may still be open', async () => {
  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(await buildImage())], { type: 'image/png' }), 'a.png');
    const body = new Response(form);
    const headers = { 'Content-Type': body.headers.get('content-type') ?? '' };
    const raw = Buffer.from(await body.arrayBuffer());
    return (await api.post<{ images: string[] }>('/api/images', undefined, { raw, headers })).body.images[0];
  };
  const old = await upload();
  await grow(2);
  const open = await upload();
  expect(await images('3')).toBe('0 images removed: 0 kB.');
  expect(await images('0')).toMatch(/^1 image removed: \d+ kB\.$/);
  expect([await status(old), await status(open)]).toEqual([404, 200]);
});

it('lets records come back without the images that are gone', async () => {
  const [photo, other] = [await buildDataUrl(), 'https://shop.example/photo.jpg'];
  const product = await create([photo, other]);
  const { body: problem } = await api.post('/api/problems', {
    title: 'Torn',
    description: 'It tore',
    status: 'open',
    images: [await buildDataUrl()],
  });
  await change(product, ['https://shop.example/new.jpg']);
  await api.delete(`/api/problems/${problem.id}`);
  expect(await images('0')).toMatch(/^2 images removed/);
  for (const path of [`/api/products/${product.id}`, `/api/problems/${problem.id}`]) {
    const [{ changeSet }] = (await api.get<{ changeSet: string }[]>(`${path}/history`)).body;
    expect(await api.post(`/api/change-sets/${changeSet}/revert`, {})).toMatchObject({ status: 200 });
  }
  expect((await api.get(`/api/products/${product.id}?images=url`)).body.images).toEqual([other]);
  expect((await api.get(`/api/problems/${problem.id}?images=url`)).body).toMatchObject({ ...problem, images: [] });
});

it('keeps an image that comes back after it was removed', async () => {
  const photo = await buildDataUrl();
  const product = await create([photo]);
  const [address] = product.images;
  await change(product, ['https://shop.example/photo.jpg']);
  expect(await images('0')).toMatch(/^1 image removed/);
  const again = await create([photo]);
  expect(again.images).toEqual([address]);
  expect(await images('0')).toBe('0 images removed: 0 kB.');
  expect(await status(address)).toBe(200);
});

it('keeps an image that a record takes back while it is found unused', async () => {
  const product = await create([await buildDataUrl()]);
  const [{ images: former }] = await test.source.query('SELECT images FROM products WHERE id = $1', [product.id]);
  await change(product, ['https://shop.example/photo.jpg']);
  const { purging } = await test.source.transaction(async (manager) => {
    await manager.query('UPDATE products SET images = $1 WHERE id = $2', [JSON.stringify(former), product.id]);
    const purging = images('0');
    const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM images%'";
    while ((await test.source.query<object[]>(waits)).length === 0) await sleep(10);
    return { purging }; // not awaited: it ends after this
  });
  expect(await purging).toBe('0 images removed: 0 kB.');
  expect(await status(product.images[0])).toBe(200);
});
