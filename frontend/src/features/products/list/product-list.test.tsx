import { screen, waitFor, within } from '@testing-library/react';
import { buildProduct, fakeServer, open } from '../../../../test/open';

const cardOf = (name: string) => screen.findByRole('article', { name });

describe('the product list', () => {
  it('shows name, SKU, and EAN and vehicle only if present', async () => {
    const products = [
      buildProduct({ id: 2, name: 'Oil filter', sku: 'OF-2', ean: '5901234123457', vehicle: 'Golf VII' }),
      buildProduct({ id: 1, name: 'Wiper', sku: 'W-1' }),
    ];
    const server = fakeServer().on('GET /api/products', { body: products });
    open('/products', server);
    const filter = await cardOf('Oil filter');
    expect(filter.textContent).toContain('SKU: OF-2');
    expect(filter.textContent).toContain('EAN: 5901234123457');
    expect(filter.textContent).toContain('Vehicle: Golf VII');
    expect(within(filter).getByRole('link', { name: 'Edit Product' }).getAttribute('href')).toBe('/products/edit/2');
    const wiper = await cardOf('Wiper');
    expect(wiper.textContent).not.toContain('EAN');
    expect(wiper.textContent).not.toContain('Vehicle');
    expect(screen.getByRole('link', { name: 'New Product' }).getAttribute('href')).toBe('/add');
    expect(Object.fromEntries(server.callsTo('GET /api/products')[0]?.query ?? [])).toEqual({
      limit: '50',
      images: 'url',
      include: 'lastChange',
    });
  });

  it('shows three skeleton cards while loading', async () => {
    open(
      '/products',
      fakeServer().on('GET /api/products', () => new Promise(() => undefined)),
    );
    await screen.findByText('Loading products');
    expect(document.querySelectorAll('.skeleton-card')).toHaveLength(3);
  });

  it('says that there are none', async () => {
    open('/products', fakeServer());
    expect(await screen.findByText('No products found')).toBeTruthy();
  });

  it('says that they cannot be read, and tries again', async () => {
    const server = fakeServer().on('GET /api/products', { status: 500, body: '' });
    const user = open('/products', server);
    expect(await screen.findByText('Failed to fetch products')).toBeTruthy();
    server.on('GET /api/products', { body: [buildProduct({ name: 'Wiper' })] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await cardOf('Wiper')).toBeTruthy();
  });

  it('reads the next page when the end comes near', async () => {
    const next = '/api/products?limit=50&images=url&cursor=abc';
    const server = fakeServer().on('GET /api/products', ({ query }) =>
      query.get('cursor') === 'abc'
        ? { body: [buildProduct({ id: 1, name: 'Oldest' })] }
        : { body: [buildProduct({ id: 2, name: 'Newest' })], headers: { link: `<${next}>; rel="next"` } },
    );
    open('/products', server);
    expect(await cardOf('Newest')).toBeTruthy();
    expect(await cardOf('Oldest')).toBeTruthy();
    expect(await screen.findByText('2 products')).toBeTruthy();
    expect(server.callsTo('GET /api/products').filter(({ query }) => query.has('cursor'))).toHaveLength(1);
  });

  it('shows a record once that came to the next page as another was added before it', async () => {
    const [first, last, further] = ['First', 'Last', 'Further'].map((name, index) =>
      buildProduct({ id: index + 1, name }),
    );
    const server = fakeServer().on('GET /api/products', ({ query }) =>
      query.has('cursor')
        ? { body: [last, further] }
        : { body: [first, last], headers: { link: '</api/products?limit=50&images=url&cursor=abc>; rel="next"' } },
    );
    const user = open('/products', server);
    expect(await cardOf('Further')).toBeTruthy();
    expect(screen.getAllByRole('article', { name: 'Last' })).toHaveLength(1);
    expect(await screen.findByText('3 products')).toBeTruthy();
    server.on('GET /api/products/2', { body: last }).on('GET /api/products/3', { body: further });
    await user.click(screen.getByRole('link', { name: 'Last' }));
    expect(await screen.findByText('2 of 3')).toBeTruthy();
  });
});

describe('the search', () => {
  it('asks the server, and keeps the text in the address', async () => {
    const server = fakeServer()
      .on('GET /api/products', {
        body: [buildProduct({ id: 1, name: 'Wiper' }), buildProduct({ id: 2, name: 'Disc' })],
      })
      .on('GET /api/products/search', ({ query }) => ({
        body: query.get('q') === 'di sc%' ? [buildProduct({ id: 2, name: 'Disc' })] : [],
      }));
    const user = open('/products', server);
    await cardOf('Wiper');
    await user.type(screen.getByPlaceholderText('Search products...'), 'di sc%');
    expect(await screen.findByText('1 product')).toBeTruthy();
    expect(screen.queryByRole('article', { name: 'Wiper' })).toBeNull();
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('q')).toBe('di sc%'));

    await user.clear(screen.getByPlaceholderText('Search products...'));
    expect(await screen.findByText('2 products')).toBeTruthy();
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('gives no number of products while another search is read', async () => {
    let answer: () => void = () => undefined;
    const found = new Promise<void>((resolve) => (answer = resolve));
    const server = fakeServer()
      .on('GET /api/products', {
        body: [buildProduct({ id: 1, name: 'Wiper' }), buildProduct({ id: 2, name: 'Disc' })],
      })
      .on('GET /api/products/search', () => found.then(() => ({ body: [buildProduct({ id: 2, name: 'Disc' })] })));
    const user = open('/products', server);
    expect(await screen.findByText('2 products')).toBeTruthy();
    await user.type(screen.getByPlaceholderText('Search products...'), 'd');
    await waitFor(() => expect(server.callsTo('GET /api/products/search')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('2 products')).toBeNull());
    expect(screen.getByRole('article', { name: 'Wiper' })).toBeTruthy();
    answer();
    expect(await screen.findByText('1 product')).toBeTruthy();
  });

  it('takes the text from the address', async () => {
    const server = fakeServer().on('GET /api/products/search', { body: [buildProduct({ name: 'Disc' })] });
    open('/products?q=disc', server);
    expect(await cardOf('Disc')).toBeTruthy();
    const box = screen.getByPlaceholderText<HTMLInputElement>('Search products...');
    expect([box.value, box.maxLength]).toEqual(['disc', 200]);
    expect(server.callsTo('GET /api/products/search')[0]?.query.get('q')).toBe('disc');
    expect(server.callsTo('GET /api/products')).toHaveLength(0);
  });

  it('offers to clear a search without a match', async () => {
    const server = fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Wiper' })] });
    const user = open('/products?q=zzz', server);
    expect(await screen.findByText('No products found')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await cardOf('Wiper')).toBeTruthy();
  });
});

describe('the order', () => {
  const query = (server: ReturnType<typeof fakeServer>, call: string) =>
    Object.fromEntries(server.callsTo(call).at(-1)?.query ?? []);

  it('is asked of the server, kept in the address beside the search, and left out where it is the usual one', async () => {
    const server = fakeServer()
      .on('GET /api/products', { body: [buildProduct({ name: 'Disc' })] })
      .on('GET /api/products/search', { body: [buildProduct({ name: 'Disc' })] });
    const user = open('/products', server);
    await cardOf('Disc');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By SKU');
    await waitFor(() =>
      expect(query(server, 'GET /api/products')).toEqual({
        limit: '50',
        images: 'url',
        include: 'lastChange',
        sort: 'sku',
      }),
    );
    await user.type(screen.getByPlaceholderText('Search products...'), 'disc');
    await waitFor(() =>
      expect(query(server, 'GET /api/products/search')).toEqual({
        limit: '50',
        images: 'url',
        include: 'lastChange',
        sort: 'sku',
        q: 'disc',
      }),
    );
    await waitFor(() => expect(window.location.search).toBe('?sort=sku&q=disc'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Newest first');
    await waitFor(() => expect(window.location.search).toBe('?q=disc&sort=newest'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Best match');
    await waitFor(() => expect(query(server, 'GET /api/products/search').sort).toBe('relevance'));
    expect(window.location.search).toBe('?q=disc');
  });

  it('comes from the address, where that names one', async () => {
    const server = fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Disc' })] });
    open('/products?sort=name&status=no', server);
    await cardOf('Disc');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' }).selectedOptions[0]?.textContent).toBe(
      'By name',
    );
    expect(query(server, 'GET /api/products')).toMatchObject({ limit: '50', images: 'url', sort: 'name' });
  });

  it('is the usual one where the address names none that there is', async () => {
    const server = fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Disc' })] });
    open('/products?sort=price', server);
    await cardOf('Disc');
    expect(query(server, 'GET /api/products').sort).toBeUndefined();
  });
});

it('shows what people have typed as text, whatever it looks like', async () => {
  const name = '<img src=x onerror=alert(1)>';
  open(
    '/products',
    fakeServer().on('GET /api/products', {
      body: [buildProduct({ name, sku: '<script>alert(1)</script>', vehicle: '<i>Golf</i>' })],
    }),
  );
  const card = await cardOf(name);
  for (const text of [name, '<script>alert(1)</script>', '<i>Golf</i>']) expect(card.textContent).toContain(text);
  expect(card.querySelectorAll('script, i, [src="x"]')).toHaveLength(0);
});

describe('thumbnails and viewer', () => {
  const images = ['https://example.com/a.jpg', `/api/images/${'0'.repeat(64)}`];

  it('asks for small pictures of its own images, and sends no referrer', async () => {
    open('/products', fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Disc', images })] }));
    const pictures = [...(await cardOf('Disc')).querySelectorAll('img')];
    expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual([images[0], `${images[1]}?size=200`]);
    for (const picture of pictures) {
      expect([picture.width, picture.height]).toEqual([100, 100]);
      expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer');
      expect(picture.getAttribute('loading')).toBe('lazy');
    }
  });

  it('opens at the picture clicked, and has previous and next', async () => {
    const user = open(
      '/products',
      fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Disc', images })] }),
    );
    await user.click(within(await cardOf('Disc')).getByRole('button', { name: 'Open image 2 of 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Image viewer' });
    expect(within(dialog).getByRole('button', { name: 'Previous' })).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Next' })).toBeTruthy();
    expect(document.querySelector('.yarl__slide_current img')?.getAttribute('src')).toBe(images[1]);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has neither with one picture', async () => {
    const user = open('/products', fakeServer().on('GET /api/products', { body: [buildProduct({ name: 'Disc' })] }));
    await user.click(within(await cardOf('Disc')).getByRole('button', { name: 'Open image 1 of 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Image viewer' });
    expect(within(dialog).queryByRole('button', { name: 'Previous' })).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Next' })).toBeNull();
  });
});
