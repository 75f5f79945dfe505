import type { Answer, Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { image, importCalls } from '../../../../test/support/calls/import-calls';
import { buildProduct } from '../../../../test/support/factories';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(() => test.source.query('DELETE FROM products'));

const { upload, bring, products } = importCalls(() => api);

describe('the mapping', () => {
  const file = `Code,What,Picture,Price\nA,Bulb,${image},3\n`;
  const columns = [
    { target: 'sku' },
    { target: 'name' },
    { target: 'images' },
    { target: 'field', field: 'Net price' },
  ];

  it('can be changed, and is proposed for the next file with these headers once it is applied', async () => {
    const { body } = await upload(file);
    expect([body.columns[3], body.counts.bad]).toEqual([
      { header: 'Price', target: 'field', field: 'Price', samples: ['3'] },
      1,
    ]);
    const changed = await api.put(`/api/product-imports/${body.id}/mapping`, { columns, placeholder: image });
    expect([changed.status, changed.body.counts.new, changed.body.columns[3]]).toEqual([
      200,
      1,
      { header: 'Price', ...columns[3], samples: ['3'] },
    ]);
    await api.post(`/api/product-imports/${body.id}/apply`);
    const next = await upload(file.replace('Bulb', 'Lamp'));
    const read = (columns: any[]): unknown[] => columns.map(({ samples: _samples, ...column }) => column);
    expect([next.body.counts.changed, read(next.body.columns), next.body.placeholder]).toEqual([
      1,
      read(changed.body.columns),
      image,
    ]);
    await api.post(`/api/product-imports/${next.body.id}/apply`);
    expect(await products()).toMatchObject([{ sku: 'A', name: 'Lamp', extraFields: { 'Net price': '3' } }]);
  });

  it('must fit the file', async () => {
    const { id } = (await upload(file)).body;
    const change = async (targets: string[]): Promise<unknown[]> => {
      const { status, body } = await api.put(`/api/product-imports/${id}/mapping`, {
        columns: targets.map((target) => ({ target })),
        makeSkus: false,
      });
      return [status, body.message];
    };
    expect(await change(['sku'])).toEqual([409, 'The file has 4 columns']);
    expect(await change(['name', 'field', 'field', 'ignore'])).toEqual([
      409,
      'Choose the column with the SKU: products are known by it',
    ]);
    expect(await change(['sku', 'name', 'name', 'ignore'])).toEqual([409, 'Only one column can be the name']);
    const [status, message] = await change(['sku', 'title', 'name', 'ignore']);
    expect([status, message]).toEqual([400, expect.stringMatching(/^Column 2: target must be one of sku, name, /)]);
  });

  it('names a free field after its header where it has no other name', async () => {
    const { body } = await upload(`SKU,Name,Picture,Price,\nA,Bulb,${image},3,\n`);
    const change = (targets: string[]): Promise<Answer<any>> =>
      api.put(`/api/product-imports/${body.id}/mapping`, { columns: targets.map((target) => ({ target })) });
    const changed = await change(['sku', 'name', 'images', 'field', 'ignore']);
    expect(changed.body.columns[3]).toMatchObject({ header: 'Price', target: 'field', field: 'Price' });
    const nameless = await change(['sku', 'name', 'images', 'ignore', 'field']);
    expect([nameless.status, nameless.body.message]).toEqual([409, 'Column 5 needs a name as a free field']);
    await api.post(`/api/product-imports/${body.id}/apply`);
    expect(await products()).toMatchObject([{ extraFields: { Price: '3' } }]);
  });

  it('leaves alone what has no column', async () => {
    await api.post(
      '/api/products',
      buildProduct({ sku: 'A', name: 'Bulb', ean: '1', vehicle: 'Any', extraFields: { one: '1', two: '2' } }),
    );
    await bring('sku,status,Field: two\nA,gone,\n');
    expect(await products()).toMatchObject([
      { name: 'Bulb', ean: '1', vehicle: 'Any', status: 'gone', extraFields: { one: '1' } },
    ]);
  });
});
