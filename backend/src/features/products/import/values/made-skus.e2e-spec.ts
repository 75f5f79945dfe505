import { importFiles } from '../../../../../test/support/data/import-files';
import { inside } from '../../../../../test/support/processes/app-cluster';

const { files, source } = importFiles();
const { bring } = files;
const image = 'https://shop.example/a.jpg';

describe('a SKU is made', () => {
  it('of the handle and the options, and is the same wherever the row stands', async () => {
    const header = 'Handle,Title,Option1 Value,Option2 Value,Variant SKU,Image Src\n';
    const shirts = `t-shirt,T-Shirt,Größe L,Rot,,${image}\nt-shirt,,Größe L,Rot,,\nt-shirt,,Größe M,,X,\n`;
    const hat = `hat,Hat,,,X,${image}\n${'h'.repeat(300)},Long,,,,${image}\n`;
    const { rows } = await bring(header + shirts + hat);
    expect(rows.map(({ sku, warnings }) => [sku.slice(0, 30), ...warnings])).toEqual([
      ['t-shirt-größe-l-rot', 'The SKU is made from the handle and the options'],
      ['t-shirt-größe-l-rot-2', 'The SKU is made from the handle and the options'],
      ['X'],
      ['hat', 'Row 4 has the SKU “X” already: this one is made from the handle and the options'],
      ['h'.repeat(30), 'The SKU is made from the handle and the options'],
    ]);
    expect((await files.preview(`${header}new,New,,,,${image}\n${shirts}${hat}`)).counts).toMatchObject({
      new: 1,
      unchanged: 5,
    });
  });

  it('of the name, without a handle and a number; the same name twice gets a number', async () => {
    const { rows } = await bring(`SKU,Name,Image\n,Болт M8,${image}\n,Болт M8,${image}\n,★,${image}\n,,${image}\n`);
    expect(rows.map(({ sku, problem }) => [sku, problem])).toEqual([
      ['болт-m8', null],
      ['болт-m8-2', null],
      [expect.stringMatching(/^item-[0-9a-f]{8}$/), null],
      ['', 'Name is required. SKU is required'],
    ]);
  });

  it('that differs from that of a product of another shop with the same number', async () => {
    const shop = (name: string): string => `ID,Type,SKU,Name,Published,Images\n40,simple,,${name},1,${image}?${name}\n`;
    await bring(shop('Coat'));
    const { products } = await bring(shop('Vase'));
    expect(products.map(({ sku, name }) => [sku, name])).toEqual([
      ['woocommerce-40', 'Coat'],
      ['woocommerce-40-vase', 'Vase'],
    ]);
    expect((await files.preview(shop('Coat').replace(',Coat,', ',Coat of wool,'))).counts).toMatchObject({
      changed: 1,
    });
  });

  it.each([
    ['the EAN', '4006633374669', ''],
    ['the description', '', 'Of wool'],
  ])('that stays with a product of another name and picture, where %s is the same', async (_same, ean, text) => {
    const shop = (name: string): string =>
      `ID,Type,SKU,Name,Published,Images,EAN,Description\n40,simple,,${name},1,${image}?${name},${ean},${text}\n`;
    await bring(shop('Coat'));
    const preview = await files.preview(shop('Overcoat'));
    expect(await files.rows(preview.id)).toMatchObject([{ state: 'changed', sku: 'woocommerce-40' }]);
  });

  it('unless makeSkus is false', async () => {
    const preview = await files.preview(`SKU,Name,Image\n,Bolt,${image}\n`, '?makeSkus=false');
    expect([preview.makeSkus, (await files.rows(preview.id))[0].problem]).toEqual([false, 'SKU is required']);
  });
});

it('a made SKU gives way to the row that has it, wherever that stands', async () => {
  const { rows, products } = await bring('Name,SKU\nFoo,\nBar,foo\nBaz,foo\nQux,foo-2\nfoo 3,\n');
  expect(rows.map(({ sku, problem }) => [sku, problem])).toEqual([
    ['foo-3', null],
    ['foo', null],
    ['foo', 'Row 3 has this SKU already'],
    ['foo-2', null],
    ['foo-3-2', null],
  ]);
  expect(products.map(({ name }) => name)).toEqual(['Foo', 'Bar', 'Qux', 'foo 3']);
});

it('a SKU that was made before gives way to the row that has it now', async () => {
  const header = 'External ID,Name,Internal Reference,Image\n';
  await bring(`${header}p_1,Desk,T60,${image}\np_2,Lamp,T60,${image}?2\n`);
  const { id } = await files.preview(`${header}p_2,Lamp,T60,${image}?2\np_3,Chair,odoo-p-2,${image}\n`);
  expect((await files.rows(id)).map(({ state, sku, problem }) => [state, sku, problem])).toEqual([
    ['bad', 'odoo-p-2', 'Row 3 has the SKU that was made for this one. Give this one a SKU of its own'],
    ['changed', 'odoo-p-2', null],
  ]);
});

inside('reads long rows a few at a time where it begins again for a SKU', async () => {
  const others = Array.from({ length: 30 }, (_, row) => `S${row},Nut,${image},${'x'.repeat(100_000)}\n`);
  const query = jest.spyOn(source().manager, 'query');
  const { id } = await files.preview(`SKU,Name,Image,Text\n,Bolt,${image},\nbolt,Nut,${image},\n${others.join('')}`);
  const results = (await Promise.all(query.mock.results.map(({ value }) => value))) as unknown[][];
  const isPage = ([text]: unknown[]): boolean => /SELECT id, cells/.test(String(text));
  const pages = results.filter((_, call) => isPage(query.mock.calls[call])).map(({ length }) => length);
  query.mockRestore();
  expect([Math.max(...pages) < 15, pages.reduce((sum, rows) => sum + rows, 0)]).toEqual([true, 32]);
  expect((await files.rows(id)).slice(0, 2)).toMatchObject([{ sku: 'bolt-2' }, { sku: 'bolt' }]);
});
