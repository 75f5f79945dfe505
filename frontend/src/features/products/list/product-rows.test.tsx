import { cleanup, screen, within } from '@testing-library/react';
import { holdingMedia } from '../../../../test/browser';
import { change, connected } from '../../../../test/live';
import { buildProduct, fakeServer, open } from '../../../../test/open';

const cardOf = (name: string) => screen.findByRole('article', { name });

describe('the total', () => {
  const next = { link: '</api/products?limit=50&cursor=abc>; rel="next"' };
  const firstPage = { body: [buildProduct({ name: 'Wiper' })], headers: next };
  const never = () => new Promise<never>(() => undefined);
  const serverWithMore = () =>
    fakeServer()
      .on('GET /api/products', ({ query }) => (query.has('cursor') ? never() : firstPage))
      .on('GET /api/products/search', ({ query }) => (query.has('cursor') ? never() : firstPage));

  it('is what the server says, before all were read', async () => {
    open('/products', serverWithMore().on('GET /api/statistics/product', { body: total(5302) }));
    expect(await screen.findByText('5,302 products')).toBeTruthy();
  });

  it('is that of the search, and says where there are more', async () => {
    const server = serverWithMore().on('GET /api/statistics/product', { body: total(1000, false) });
    open('/products?q=wiper', server);
    expect(await screen.findByText('1,000+ products')).toBeTruthy();
    expect(Object.fromEntries(server.callsTo('GET /api/statistics/product')[0]?.query ?? [])).toEqual({
      q: 'wiper',
      sort: 'relevance',
    });
  });

  it('says that there are more when all are read that are looked through, and leads to all', async () => {
    const server = fakeServer()
      .on('GET /api/products/search', ({ query }) => ({
        body: query.get('sort') === 'newest' ? [buildProduct({ name: 'Wiper 2' })] : [],
      }))
      .on('GET /api/statistics/product', { body: total(1000, false) });
    const user = open('/products?q=wiper&hasImages=false', server);
    await user.click(await screen.findByRole('button', { name: 'Look through all' }));
    expect(await cardOf('Wiper 2')).toBeTruthy();
    cleanup();
    server.on('GET /api/products/search', { body: [buildProduct({ name: 'Wiper' })] });
    open('/products?q=wiper', server);
    expect(await screen.findByText('1+ products')).toBeTruthy();
  });

  it('stays when the next page fails, with the focus where one is', async () => {
    const user = open(
      '/products',
      fakeServer().on('GET /api/products', ({ query }) =>
        query.has('cursor') ? { status: 503, body: '' } : firstPage,
      ),
    );
    const heading = await screen.findByRole('heading', { name: 'Products' });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(document.activeElement).not.toBe(heading);
    expect(await cardOf('Wiper')).toBeTruthy();
  });

  it('is what was read where the server does not say', async () => {
    open('/products', serverWithMore().on('GET /api/statistics/product', { status: 503, body: '' }));
    expect(await screen.findByText('1+ products')).toBeTruthy();
  });

  const total = (count: number, isExact = true) => ({ total: count, isExact, byStatus: [] });
});

it('says that the matches are partial', async () => {
  const headers = { 'x-matches': 'partial' };
  open('/products?q=a+b', fakeServer().on('GET /api/products/search', { body: [buildProduct()], headers }));
  expect(await screen.findByText('No product has all these words. These have some of them.')).toBeTruthy();
});

describe('rows', () => {
  it('are drawn where they have room, with all that cards have', async () => {
    holdingMedia.add('(width >= 1024px)');
    const product = buildProduct({ id: 57, name: 'Oil filter', sku: 'OF-2', ean: '590', vehicle: 'Golf VII' });
    const at = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const body = [{ ...product, images: ['/a.png', '/b.png'], changedAt: at, changedById: 1 }];
    const user = open('/products', fakeServer().on('GET /api/products', { body }));
    const row = await cardOf('Oil filter');
    expect(row.className).toContain('item-row');
    expect(await within(row).findByText('anna')).toBeTruthy();
    expect(row.textContent).toMatch(/SKU: OF-2.*EAN: 590.*Vehicle: Golf VII.*#57.*anna.*2 h ago/s);
    const link = (name: string) => within(row).getByRole('link', { name }).getAttribute('href');
    expect(link('Oil filter')).toBe('/products/57');
    expect(link('Edit Product')).toBe('/products/edit/57');
    await user.click(within(row).getByRole('button', { name: 'Open image 1 of 2' }));
    expect(await screen.findByRole('dialog', { name: 'Image viewer' })).toBeTruthy();
  });

  it('are chosen, and remembered for the person', async () => {
    const user = open('/products', fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Disc' })] }));
    expect((await cardOf('Disc')).className).toContain('item-card');
    await user.click(screen.getByRole('button', { name: 'Rows' }));
    expect((await cardOf('Disc')).className).toContain('item-row');
    expect(screen.getByRole('button', { name: 'Rows' }).getAttribute('aria-pressed')).toBe('true');
    cleanup();
    open('/products', fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Disc' })] }));
    expect((await cardOf('Disc')).className).toContain('item-row');
  });
});

describe('what is open about a product', () => {
  const products = [buildProduct({ id: 1, name: 'Wiper' }), buildProduct({ id: 2, name: 'Disc' })];
  const server = () => fakeServer().on('GET /api/products', { body: products });

  it('is said of each that has any, and counted again after a change', async () => {
    const counted = server().on('GET /api/products/records/open', { body: [{ productId: 2, count: 2 }] });
    open('/products', counted);
    expect(await within(await cardOf('Disc')).findByText('2 open')).toBeTruthy();
    expect(within(await cardOf('Wiper')).queryByText(/open/)).toBeNull();
    expect(counted.callsTo('GET /api/products/records/open').map(({ query }) => query.get('ids'))).toEqual(['1,2']);
    counted.on('GET /api/products/records/open', { body: [{ productId: 1, count: 1 }] });
    (await connected()).send('change', change({ kind: 'question', recordId: 8, operation: 'insert' }));
    expect(await within(await cardOf('Wiper')).findByText('1 open')).toBeTruthy();
    expect(within(await cardOf('Disc')).queryByText(/open/)).toBeNull();
  });

  it('does not keep the list waiting, and is left out where it cannot be counted', async () => {
    open('/products', server().on('GET /api/products/records/open', { status: 503, body: '' }));
    expect(await cardOf('Disc')).toBeTruthy();
    expect(screen.queryByText(/\d open/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
