import { screen, within } from '@testing-library/react';
import { open } from '../../../../test/open';
import { buildRow, importServer } from '../../../../test/product-import';

it('a preview shows what will be written of new products', async () => {
  const values = [
    { field: 'ean', value: '4006381333931' },
    { field: 'description', value: 'Ventilated' },
    { field: 'images', value: '3' },
    { field: 'extraFields.Axle', value: 'front' },
  ];
  const bare = buildRow({ row: 3, sku: 'A-2', usesPlaceholder: true, values: [{ field: 'images', value: '1' }] });
  const app = importServer().on('GET /api/product-imports/7/rows', { body: [buildRow({ values }), bare] });
  open('/products/import?import=7', app);
  const list = await screen.findByRole('list', { name: 'Rows' });
  const rows = within(list)
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('paragraph'))
    .map((lines) => lines.map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Row 2 new A-1 Disc', 'EAN: 4006381333931', 'Description: Ventilated', 'Images: 3', 'Axle: front'],
    ['Row 3 new A-2 Disc', 'Images: the sample photo'],
  ]);
});
