import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildProduct } from '../../test/support/factories';
import type { ChangeDto } from '../changes/change.dto';
import type { ProductDto } from '../features/products/product.dto';
import { SamplePhotos1795506000000 } from './migrations/1795506000000-sample-photos';

const OLD = 'http://desk.local:3301/stock-photos/1.webp';
const OTHER = 'https://shop.example/stock-photos/1.webp?size=2';
const PATH = '/stock-photos/1.webp';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

async function create(images: string[]): Promise<ProductDto> {
  return (await api.post<ProductDto>('/api/products', buildProduct({ images }))).body;
}

async function historyOf({ id }: ProductDto): Promise<ChangeDto[]> {
  return (await api.get<ChangeDto[]>(`/api/products/${id}/history`)).body;
}

it('takes the host from stored sample photos, logs it, and shows and restores older entries without it', async () => {
  const product = await create([OLD, OTHER, OLD.replace('1.webp', '2.webp')]);
  const untouched = await create([OTHER]);
  const problem = (await api.post('/api/problems', { title: 'A', description: 'B', images: [OLD] })).body as {
    id: number;
  };
  const removed = await create([OLD]);
  await test.source.query('DELETE FROM products WHERE id = $1', [removed.id]);
  const upload = await api.post<{ id: number }>(`/api/product-imports?placeholder=${OLD}`, undefined, {
    raw: 'sku,name\nP,Q\n',
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(upload.status).toBe(201);

  const runner = test.source.createQueryRunner();
  await runner.startTransaction();
  await new SamplePhotos1795506000000().up(runner);
  await runner.commitTransaction();
  await runner.release();

  const images = [PATH, OTHER, '/stock-photos/2.webp'];
  const read = await api.get<ProductDto>(`/api/products/${product.id}`);
  expect(read.body).toEqual({ ...product, images });
  expect((await api.get<{ images: string[] }>(`/api/problems/${problem.id}`)).body.images).toEqual([PATH]);
  expect((await api.get(`/api/product-imports/${upload.body.id}`)).body).toMatchObject({ placeholder: PATH });
  const [moved, created] = await historyOf(product);
  expect(moved).toMatchObject({ operation: 'update', version: 2, userEmail: null, after: { images } });
  expect(created).toMatchObject({ operation: 'insert', after: { images } });
  expect(await historyOf(untouched)).toHaveLength(1);

  const [deleted] = await historyOf(removed);
  expect((await api.post(`/api/change-sets/${deleted.changeSet}/revert`, {})).status).toBe(200);
  expect((await api.get<ProductDto>(`/api/products/${removed.id}`)).body.images).toEqual([PATH]);
  // What was created with the host is still what is there: no conflict.
  expect((await api.post(`/api/change-sets/${created.changeSet}/revert`, {})).status).toBe(200);
  expect((await api.get(`/api/products/${product.id}`)).status).toBe(404);
});

it('takes back a write that still named the host, without a conflict', async () => {
  const product = await create([OLD]);
  await api.put(`/api/products/${product.id}`, { ...product, images: [OTHER] });
  for (const images of [[PATH], [OTHER]]) {
    const [newest] = await historyOf(product);
    expect((await api.post(`/api/change-sets/${newest.changeSet}/revert`, {})).status).toBe(200);
    expect((await api.get<ProductDto>(`/api/products/${product.id}`)).body.images).toEqual(images);
  }
  const created = (await historyOf(await create([OLD])))[0];
  expect((await api.post(`/api/change-sets/${created.changeSet}/revert`, {})).status).toBe(200);
});
