import { screen, waitFor } from '@testing-library/react';
import { buildProduct, fakeServer, fill, open } from '../../../test/open';

const other = buildProduct({ id: 6, sku: '1234565', ean: null });

it.each([
  ['that has it, not the SKU without its zero', '01234565', '01234565'],
  ['that has it with a zero less', '0036000291452', '036000291452'],
])('a code with a zero at its left opens the product %s', async (_which, code, ean) => {
  const product = buildProduct({ id: 5, sku: 'BRK-1', ean });
  const server = fakeServer()
    .on('GET /api/products/search', ({ query }) => {
      const q = query.get('q') ?? '';
      // As the server does it: an exact code alone, else what contains it.
      return { body: q === other.sku ? [other] : [product].filter(() => ean.includes(q)) };
    })
    .on('GET /api/products/6', { body: other })
    .on('GET /api/products/5', { body: product });
  const user = open('/scan', server);
  await fill(user, await screen.findByLabelText('EAN or SKU'), code);
  await user.click(screen.getByRole('button', { name: 'Open product' }));
  await waitFor(() => expect(window.location.pathname).toMatch(/\/products\/\d/));
  expect(window.location.pathname).toBe('/products/5');
});

it.each([
  ['the product with these very capitals', 'BRK-1', [], '/products/5'],
  ['the list where two have the EAN', '4006381333931', ['4006381333931', '4006381333931'], '/products'],
  ['the list where the capitals are those of none', 'BrK-1', [], '/products'],
])('a code of two products opens %s', async (_which, code, [first = null, second = null], path) => {
  const products = [
    buildProduct({ id: 6, sku: 'brk-1', ean: first }),
    buildProduct({ id: 5, sku: 'BRK-1', ean: second }),
  ];
  const server = fakeServer()
    .on('GET /api/products/search', { body: products })
    .on('GET /api/products/5', { body: products[1] });
  const user = open('/scan', server);
  await fill(user, await screen.findByLabelText('EAN or SKU'), code);
  await user.click(screen.getByRole('button', { name: 'Open product' }));
  await waitFor(() => expect(window.location.pathname).toBe(path));
  if (path === '/products') expect(window.location.search).toBe(`?q=${code}`);
});

it('leads to the list by the search that found the products of a code', async () => {
  const ean = '036000291452';
  const products = [buildProduct({ id: 6, sku: 'A', ean }), buildProduct({ id: 5, sku: 'B', ean })];
  const server = fakeServer().on('GET /api/products/search', ({ query }) => ({
    body: ean.includes(query.get('q') ?? '') ? products : [],
  }));
  const user = open('/scan', server);
  await fill(user, await screen.findByLabelText('EAN or SKU'), `0${ean}`);
  await user.click(screen.getByRole('button', { name: 'Open product' }));
  await waitFor(() => expect(window.location.pathname).toBe('/products'));
  expect(await screen.findAllByRole('article')).toHaveLength(2);
});
