import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '../../../../../test/support/api';
import { startApp, type TestApp } from '../../../../../test/support/app';
import { image, importCalls } from '../../../../../test/support/calls/import-calls';
import { root } from '../../../../../test/support/paths';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(() => test.source.query('DELETE FROM products'));

const { upload, rowsOf, products } = importCalls(() => api);

function sample(name: string): Buffer {
  return readFileSync(join(root, 'backend/test/fixtures', `${name}-products.csv`));
}

describe('exports of other shops', () => {
  it('reads that of Shopify: several rows a handle, images of all of them', async () => {
    const { body } = await upload(sample('shopify'), { query: '?makeSkus=false' });
    expect([body.format, body.counts]).toEqual([
      'shopify',
      { new: 3, changed: 0, unchanged: 0, bad: 1, part: 1, warned: 1, usingPlaceholder: 0 },
    ]);
    expect((await rowsOf(body.id)).map(({ row, state, partOf }) => [row, state, partOf])).toEqual([
      [2, 'new', null],
      [3, 'new', null],
      [4, 'part', 2],
      [5, 'new', null],
      [6, 'bad', null],
    ]);
    await api.post(`/api/product-imports/${body.id}/apply`);
    const [left, right, cap] = await products();
    expect(left).toMatchObject({
      sku: 'WB-450-L',
      name: 'Wiper blade, 450 mm / Left',
      ean: '4006633374668',
      description: 'Clear view & quiet.\nFlat\nFor winter',
      status: 'active',
    });
    expect(left.images).toEqual(
      ['wiper', 'wiper-back', 'wiper-box'].map((name) => `https://cdn.shop.example/${name}.jpg`),
    );
    expect(left.extraFields).toMatchObject({
      Vendor: 'Klarsicht',
      Type: 'Wipers',
      Tags: 'winter, glass',
      'Variant Price': '12.90',
    });
    expect(right).toMatchObject({
      sku: 'WB-530-R',
      name: 'Wiper blade, 530 mm / Right',
      ean: null,
      images: expect.arrayContaining(['https://cdn.shop.example/wiper-530.jpg']),
      extraFields: { Vendor: 'Klarsicht', 'Variant Price': '13.90' },
    });
    expect(cap).toMatchObject({ name: 'Oil cap', status: 'draft' });
    expect((await upload(sample('shopify'))).body.counts).toMatchObject({ unchanged: 3, new: 1 });
  });

  it('reads that of WooCommerce: attributes are fields', async () => {
    const { body } = await upload(sample('woocommerce'), { query: `?placeholder=${image}` });
    expect([body.format, body.counts.new, body.placeholder]).toEqual(['woocommerce', 3, image]);
    await api.post(`/api/product-imports/${body.id}/apply`);
    const [filter, , black] = await products();
    expect(filter).toMatchObject({
      sku: 'AF-22',
      ean: '4006633374668',
      description: 'Paper\nChange it every year',
      images: ['https://shop.example/air.jpg', 'https://shop.example/air-back.jpg'],
      extraFields: { Height: '57 mm', Shape: 'Panel', Categories: 'Filters' },
    });
    expect(black).toMatchObject({ name: 'Floor mat - Black', images: [image], extraFields: { Colour: 'Black' } });
  });
});
