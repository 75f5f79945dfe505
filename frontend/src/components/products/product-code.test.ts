import { hasCode, searchesFor } from './product-code';

it.each([
  ['an EAN', '4006381333931', { ean: '4006381333931' }, true],
  ['an EAN-13 where the product has the UPC-A', '0036000291452', { ean: '036000291452' }, true],
  ['a UPC-A where the product has the EAN-13', '036000291452', { ean: '0036000291452' }, true],
  ['an EAN-14 as a SKU', '04006381333931', { sku: '4006381333931' }, true],
  ['a SKU in other letters', 'brk-1', { sku: 'BRK-1' }, true],
  ['no EAN-8 where the product has a SKU without its zero', '01234565', { sku: '1234565' }, false],
  ['no SKU where the product has an EAN-8 with a zero more', '1234565', { ean: '01234565' }, false],
  ['no zeros where the product has no EAN', '00000000', { ean: null }, false],
])('takes for the code of a product %s', (_what, code, product, expected) => {
  expect(hasCode({ sku: 'OTHER', ean: null, ...product }, code)).toBe(expected);
});

it('searches for a code as it was read, and for an EAN without its zeros after that alone', () => {
  expect(['BRK-1', '471100', '4006381333931', '01234565'].map(searchesFor)).toEqual([
    ['BRK-1'],
    ['471100'],
    ['4006381333931'],
    ['01234565', '1234565'],
  ]);
});
