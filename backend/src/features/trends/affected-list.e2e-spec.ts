import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/support/app';
import type { Api } from '../../../test/support/api';
import { buildProduct } from '../../../test/support/factories';
import type { AffectedProductDto } from './affected-product.dto';

let test: TestApp;
let api: Api;
let discs: number[];

/** Problems of a product, so many days ago. */
async function report(product: number, days: number[], text: string): Promise<void> {
  await test.source.query(
    `WITH problem AS (
       INSERT INTO problems (title, description, created_by_id, created_at)
       SELECT $2, 'Text', 1, now() - day * interval '1 day' FROM unnest($3::float8[]) AS day RETURNING id)
     INSERT INTO product_links (kind, record_id, product_id, source) SELECT 'problem', id, $1, 'code' FROM problem`,
    [product, text, days],
  );
}

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  await test.source.query("ALTER TABLE changes ALTER COLUMN at SET DEFAULT clock_timestamp() - interval '1 year'");
  const add = async (): Promise<number> => (await api.post<{ id: number }>('/api/products', buildProduct())).body.id;
  discs = [await add(), await add(), await add()];
  await report(discs[0], [300, 200, 100, 50], 'Squeaks when cold');
  await report(discs[1], [250, 60, 40, 2], 'Squeaks');
});
afterAll(() => test.close());

const affected = async (): Promise<AffectedProductDto[]> =>
  (await api.get<AffectedProductDto[]>('/api/products/affected')).body;

it('lists a product with many problems at once, with the words that rose, and no other', async () => {
  expect(await affected()).toEqual([]);
  await report(discs[0], [6, 5, 4, 3, 2, 1, 0.1], 'The hub is cracked');
  const { body } = await api.get<{ sku: string; name: string }>(`/api/products/${discs[0]}`);
  const [only, ...others] = await affected();
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    product: { id: discs[0], sku: body.sku, name: body.name },
    problems: 7,
    days: 7,
    words: ['cracked', 'hub'],
  });
  expect(only.expected).toBeGreaterThan(0);
  expect(only.expected).toBeLessThan(1);
});

it('leaves out links that a person has rejected', async () => {
  const links = "UPDATE product_links SET state = $2 WHERE product_id = $1 AND kind = 'problem'";
  await test.source.query(links, [discs[0], 'rejected']);
  expect(await affected()).toEqual([]);
  await test.source.query(links, [discs[0], 'linked']);
  expect(await affected()).toHaveLength(1);
});

it('exports the register of problems by product', async () => {
  const lines = async (query = ''): Promise<string[]> =>
    (await api.get(`/api/problems/register${query}`)).text.trim().split('\r\n');
  const [head, ...rows] = await lines();
  expect(head.replace('\ufeff', '')).toBe(
    'SKU,EAN,Product,Problem,Reported,Title,Description,Status,First response,Resolved',
  );
  expect(rows).toHaveLength(15);
  expect(rows.filter((row) => row.includes('The hub is cracked'))).toHaveLength(7);
  expect(await lines(`?product=${discs[1]}`)).toHaveLength(5);
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
  expect(await lines(`?createdFrom=${since}`)).toHaveLength(9);
  expect(await lines(`?createdTo=${since}&product=${discs[1]}`)).toHaveLength(4);
  expect((await api.get('/api/problems/register?product=x')).status).toBe(400);
});

it('exports a register of large problems without reading all of them at once', async () => {
  const { id } = (await api.post<{ id: number }>('/api/products', buildProduct())).body;
  await report(id, [9, 8, 7, 6, 5], 'Large');
  await test.source.query("UPDATE problems SET description = repeat('x', 600000) WHERE title = 'Large'");
  const query = jest.spyOn(Client.prototype, 'query');
  const { text } = await api.get(`/api/problems/register?product=${id}`);
  const results = (await Promise.all(query.mock.results.map(({ value }) => value as unknown))) as { rows?: object[] }[];
  query.mockRestore();
  expect(text.trim().split('\r\n')).toHaveLength(6);
  expect(Math.max(...results.map((result) => JSON.stringify(result?.rows ?? []).length))).toBeLessThan(2_000_000);
});
