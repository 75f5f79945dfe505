import { buildProduct } from '../../../../../test/support/factories';
import { CDN as cdn, VENDORS } from '../../../../../test/fixtures/vendor-files';
import { importFiles } from '../../../../../test/support/data/import-files';

const { files, api } = importFiles();
it.each(VENDORS)('reads $name; the same file again changes nothing', async ({ file, format, rows, products }) => {
  const preview = await files.preview(file);
  expect([preview.format, preview.problem]).toEqual([format, null]);
  const counts = { changed: 0, unchanged: 0, bad: 0, part: rows.part ?? 0, new: rows.new };
  expect(preview.counts).toEqual({ ...counts, warned: expect.any(Number), usingPlaceholder: expect.any(Number) });
  await files.apply(preview.id);
  expect(await files.products()).toMatchObject(products);
  expect((await files.preview(file)).counts).toMatchObject({ ...counts, unchanged: rows.new, new: 0 });
});

it('says what it leaves out, what stands in a column, and what the headers propose', async () => {
  const shop = VENDORS[0].file;
  const preview = await files.preview(shop);
  expect(preview.ignored).toEqual(['Option1 Name', 'Variant Inventory Qty', 'Image Position']);
  expect(preview.columns[6]).toEqual({
    header: 'Option1 Value',
    target: 'option',
    samples: ['S', 'M', 'Default Title'],
  });
  const columns = preview.columns.map(({ target }: { target: string }) => ({
    target: target === 'option' ? 'ignore' : target,
  }));
  const { body } = await api().put(`/api/product-imports/${preview.id}/mapping`, { columns });
  expect([body.ignored, body.proposal, body.makeSkus]).toEqual([
    ['Option1 Name', 'Option1 Value', 'Variant Inventory Qty', 'Image Position'],
    preview.proposal,
    true,
  ]);
  expect(body.proposal[6]).toEqual({ target: 'option' });
});

it('knows the columns of a German price list, however the number is written', async () => {
  for (const header of ['Art-Nr', 'Art.-Nr.', 'Art.Nr', 'Art. Nr.', 'ArtNr', 'Artikel-Nr.']) {
    const { columns, counts } = await files.preview(
      `Artikelname;${header};Bild;Preis\nScheibe;${header};${cdn}/a.jpg;9,90\n`,
    );
    const targets = columns.map(({ target, field }: { target: string; field?: string }) => field ?? target);
    expect([header, targets, counts.new]).toEqual([header, ['name', 'sku', 'images', 'Preis'], 1]);
  }
});

it('says once that no column is the SKU, and applies no such file', async () => {
  const preview = await files.preview('price;stock\n1;2\n3;4\n');
  expect([preview.problem, preview.counts.bad]).toEqual([
    'No column was recognised as the SKU. Choose the column of the SKU',
    2,
  ]);
  expect((await files.rows(preview.id)).map(({ problem }: { problem: string | null }) => problem)).toEqual([
    null,
    null,
  ]);
  const applied = await api().post(`/api/product-imports/${preview.id}/apply`);
  expect(applied).toMatchObject({
    status: 409,
    body: { message: 'Choose the column with the SKU: products are known by it' },
  });
  expect((await api().get(`/api/product-imports/${preview.id}`)).body).toMatchObject({ state: 'ready' });
});

it('takes the texts of our own export as they stand', async () => {
  const product = buildProduct({
    sku: "'0042",
    ean: "'4006633 374668",
    status: 'private',
    description: '<p>A</p>',
    images: [`${cdn}/a.jpg`, `${cdn}/a.jpg`],
  });
  await api().post('/api/products', product);
  const file = (await api().get('/api/products/export')).text;
  expect((await files.preview(file)).counts).toMatchObject({ unchanged: 1, changed: 0, new: 0 });
});
