import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { buildProduct } from '../../../test/support/factories';
import { ProductField } from '../../records/product-field';

ProductField({ key: 'Weight', type: 'number' })(class {});

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const names = async (): Promise<string[]> =>
  (await api.get<{ name: string }[]>('/api/products/extra-fields/names')).body.map(({ name }) => name);
const insert = (prefix: string, count: number, field: string): Promise<unknown> =>
  test.source.query(
    "INSERT INTO products (name, sku, extra_fields) SELECT 'Bulb', $1 || number, json_build_object($2::text, 'x') FROM generate_series(1, $3::integer) AS number",
    [prefix, field, count],
  );

it('are those that have a type where there is no product', async () => {
  expect(await names()).toEqual(['Weight']);
});

it('are what products have, the most common first, and each once', async () => {
  for (const extraFields of [{ Axle: 'front', Weight: '2' }, { Axle: 'rear', 'Size: inner': '3' }, { Axle: 'rear' }])
    await api.post('/api/products', buildProduct({ extraFields }));
  expect(await names()).toEqual(['Weight', 'Axle', 'Size: inner']);
});

it('are those of old products too, however many newer ones have others', async () => {
  await insert('OLD-', 100, 'Old');
  await insert('NEW-', 3000, 'New');
  expect((await names()).slice(0, 3)).toEqual(['Weight', 'New', 'Old']);
  await test.source.query("DELETE FROM products WHERE sku LIKE 'OLD-%'");
  expect(await names()).not.toContain('Old');
});

it('are at most 200 of a sample', async () => {
  const many = Array.from({ length: 100 }, (_, number) => `A${1000 + number}`);
  for (const first of ['A', 'B', 'C']) {
    const extraFields = Object.fromEntries(many.map((name) => [name.replace('A', first), 'x']));
    await api.post('/api/products', buildProduct({ extraFields }));
  }
  expect(await names()).toHaveLength(201);
});
