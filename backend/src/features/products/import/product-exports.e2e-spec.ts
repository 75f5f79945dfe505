import type { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { hostileProduct } from '../../../../test/fixtures/hostile-product';
import { buildDataUrl, buildProduct } from '../../../../test/support/factories';
import { count, newSeed, report } from '../../../../test/reliability/reliability-config';
import { seeded } from '../../../platform/demo/random';

const CATALOGUES = count(12, 500);
const image = 'https://shop.example/a.jpg';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(() => test.source.query('DELETE FROM products'));

const exported = async (query = ''): Promise<string> => (await api.get(`/api/products/export${query}`)).text;
const preview = async (file: string): Promise<any> =>
  (await api.post('/api/product-imports', undefined, { raw: file, headers: { 'Content-Type': 'text/csv' } })).body;
const products = async (): Promise<any[]> => (await api.get('/api/products?images=url&sort=oldest')).body;

/** Creates the products of a file again. */
async function bring(file: string): Promise<void> {
  await test.source.query('DELETE FROM products');
  const { id } = await preview(file);
  await api.post(`/api/product-imports/${id}/apply`);
}

it('an export is what a search finds, in the order asked for', async () => {
  for (const name of ['Beta', 'Alpha', 'Gamma'])
    await api.post('/api/products', buildProduct({ sku: name, name, status: name === 'Gamma' ? 'old' : 'active' }));
  const skus = async (query: string): Promise<string[]> =>
    (await exported(query))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
  expect(await skus('?sort=name')).toEqual(['Alpha', 'Beta', 'Gamma']);
  expect(await skus('?q=a&status=old')).toEqual(['Gamma']);
  expect(await skus('?q=eta')).toEqual(['Beta']);
});

it('a sample photo stands in a file as its path, and can be that of products without an image', async () => {
  const path = '/stock-photos/2.webp';
  const { body } = await api.post('/api/products', buildProduct({ sku: 'A', images: [path] }));
  const file = await exported();
  expect(file).toContain(path);
  expect((await preview(file)).counts).toMatchObject({ unchanged: 1, bad: 0 });
  await bring(file);
  expect(await products()).toMatchObject([{ sku: 'A', name: body.name, images: [path] }]);
  const { id, counts } = (
    await api.post(`/api/product-imports?placeholder=${path}`, undefined, {
      raw: 'sku,name\nB,Bulb\n',
      headers: { 'Content-Type': 'text/csv' },
    })
  ).body;
  expect(counts).toMatchObject({ new: 1, bad: 0 });
  await api.post(`/api/product-imports/${id}/apply`);
  expect((await products())[1]).toMatchObject({ sku: 'B', images: [path] });
});

it(
  `an export comes back as it was, for ${CATALOGUES} catalogues of texts that are hard to carry`,
  async () => {
    const seed = newSeed();
    const random = seeded(seed);
    const { body } = await api.post('/api/problems?images=url', {
      title: 'Holds an image',
      description: 'Text',
      images: [await buildDataUrl()],
    });
    let carried = 0;
    for (let catalogue = 0; catalogue < CATALOGUES; catalogue++) {
      await test.source.query('DELETE FROM products');
      const size = 1 + Math.floor(random() * 6);
      for (let number = 0; number < size; number++)
        expect((await api.post('/api/products', hostileProduct(random, number, body.images[0]))).status).toBe(201);
      const before = await products();
      const file = await exported();
      expect({ seed, counts: (await preview(file)).counts }).toEqual({
        seed,
        counts: {
          new: 0,
          changed: 0,
          unchanged: size,
          bad: 0,
          part: 0,
          warned: expect.any(Number),
          usingPlaceholder: 0,
        },
      });
      await bring(file);
      expect({ seed, products: (await products()).reverse().map(({ id: _id, ...product }) => product) }).toEqual({
        seed,
        products: before.map(({ id: _id, ...product }) => product),
      });
      carried += size;
    }
    report(
      'round trip',
      `${CATALOGUES} catalogues, ${carried} products: exported, compared without a change, and exported again the same (seed ${seed})`,
    );
  },
  count(90_000, 300_000),
);

it('an export holds no cell that a spreadsheet would execute', async () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', "'=", "'＝", "''=", "'"])
    await api.post(
      '/api/products',
      buildProduct({
        sku: `${start}cmd`,
        name: `${start}cmd`,
        extraFields: { a: `${start}cmd`, [`${start}f`]: '\t=cmd' },
      }),
    );
  const text = await exported();
  for (const cell of text.split(/[,\r\n]+/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r＝＋－＠﹦﹢﹣﹫]/);
  expect(text).toContain("''=cmd,''=cmd");
});

it('an export carries free fields with the longest names', async () => {
  const extraFields = { [`${'n'.repeat(98)}é🚗`]: 'x' };
  await api.post('/api/products', buildProduct({ sku: 'A', images: [image], extraFields }));
  const file = await exported();
  await bring(file);
  expect(await products()).toMatchObject([{ extraFields }]);
});

it('an export gives free fields that few products have one column for all', async () => {
  for (let number = 0; number < 3; number++)
    await api.post(
      '/api/products',
      buildProduct({
        sku: `S${number}`,
        images: [image],
        extraFields: Object.fromEntries(Array.from({ length: 100 }, (_, field) => [`f${number} ${field}`, '=1'])),
      }),
    );
  const file = await exported();
  expect(file.split('\r\n')[0].split(',')).toHaveLength(208);
  expect((await preview(file)).counts).toMatchObject({ unchanged: 3 });
});
