import { act, screen, waitFor, within } from '@testing-library/react';
import { change } from '../../../test/live';
import { buildProduct, fakeServer, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { publishChanges, type LiveChange } from '../../components/live/change-bus';

const READ = 'GET /api/products/7';
const product = buildProduct({
  id: 7,
  name: 'Brake disc',
  sku: 'BD-280-V',
  ean: '4006633374668',
  vehicle: 'Golf VII',
  description: 'In pairs.\nWith screws.',
  images: ['https://example.com/1.jpg', 'https://example.com/2.jpg'],
  extraFields: { Axle: 'front' },
});

describe('a product', () => {
  it('shows all that is known of it', async () => {
    const user = open('/products/7', fakeServer().on(READ, { body: product }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Brake disc' })).toBeTruthy();
    expect(await screen.findByText(/In pairs/)).toBeTruthy();
    const facts = [...document.querySelectorAll('main .fact')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent?.trim(),
    ]);
    expect(facts).toEqual([
      ['SKU', 'BD-280-V'],
      ['EAN', '4006633374668'],
      ['Status', 'active'],
      ['Vehicle', 'Golf VII'],
      ['Axle', 'front'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Open the photo' }));
    expect(
      within(await screen.findByRole('dialog', { name: 'Image viewer' })).getByRole('button', { name: 'Next' }),
    ).toBeTruthy();
  });

  it('says where it has more problems than usual', async () => {
    const affected = {
      problems: 6,
      days: 7,
      expected: 1.2,
      words: [],
      product: { id: 7, sku: 'BD-280-V', name: 'Brake disc' },
    };
    const server = fakeServer().on(READ, { body: product });
    open('/products/7', server.on('GET /api/products/affected', { body: [affected] }));
    expect((await screen.findByText('More problems than usual')).title).toBe('6 problems in 7 days, 1.2 expected');
  });

  it('copies its codes and its address', async () => {
    Object.assign(window, { isSecureContext: true });
    const user = open('/products/7', fakeServer().on(READ, { body: product }));
    for (const [name, copied, text] of [
      ['Copy SKU', 'SKU copied', 'BD-280-V'],
      ['Copy EAN', 'EAN copied', '4006633374668'],
      ['Copy the link to number 7', 'Link copied', `${window.location.origin}/products/7`],
    ] as const) {
      await user.click(await screen.findByRole('button', { name }));
      await findToast(copied);
      expect(await navigator.clipboard.readText()).toBe(text);
    }
  });

  it.each([
    ['Copy SKU', 'The SKU could not be copied. Select it and copy it yourself.'],
    ['Copy the link to number 7', 'The link could not be copied. Please try again.'],
  ])('says that it could not be copied: %s', async (name, message) => {
    Object.assign(window, { isSecureContext: true });
    const user = open('/products/7', fakeServer().on(READ, { body: product }));
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Document is not focused'));
    await user.click(await screen.findByRole('button', { name }));
    expect((await findToast(message)).destructive).toBe(true);
  });

  it('leads to its form, to a question and to a problem about it', async () => {
    const user = open('/products/7', fakeServer().on(READ, { body: product }));
    const edit = await screen.findByRole('link', { name: 'Edit Product' });
    expect(edit.getAttribute('href')).toBe('/products/edit/7');
    expect(screen.getByRole('link', { name: 'New problem' }).getAttribute('href')).toBe(
      '/problems/new?title=BD-280-V%3A+',
    );
    await user.click(screen.getByRole('link', { name: 'New question' }));
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    await waitFor(() => expect(document.activeElement).toBe(title));
    await user.keyboard('Loose');
    expect(title.value).toBe('BD-280-V: Loose');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('');
  });

  it.each([
    ['n', 'New question about this product', '/customer-questions/new'],
    ['p', 'New problem with this product', '/problems/new'],
  ])('leads there by a key, which is listed: %s', async (key, label, path) => {
    const user = open('/products/7', fakeServer().on(READ, { body: product }));
    await screen.findByRole('link', { name: 'New problem' });
    await user.keyboard('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(list).getByText(label)).toBeTruthy();
    await user.click(within(list).getByRole('button', { name: 'Close' }));
    await user.keyboard(key);
    await waitFor(() => expect(window.location.pathname).toBe(path));
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect([title.value, title.selectionStart]).toEqual(['BD-280-V: ', 'BD-280-V: '.length]);
  });

  it('is edited by a key', async () => {
    const user = open('/products/7', fakeServer().on(READ, { body: product }));
    await screen.findByRole('link', { name: 'Edit Product' });
    await user.keyboard('e');
    await waitFor(() => expect(window.location.pathname).toBe('/products/edit/7'));
  });

  it('closes its question and its viewer where Back shows another product', async () => {
    const other = buildProduct({ id: 8, name: 'Pad', sku: 'P-1' });
    const server = fakeServer()
      .on('GET /api/products', { body: [product, other] })
      .on(READ, { body: product })
      .on('GET /api/products/8', { body: other });
    const user = open('/products', server);
    const toPad = async () => {
      await user.click(await screen.findByRole('link', { name: 'Pad' }));
      await screen.findByRole('heading', { level: 1, name: 'Pad' });
    };
    const backToDisc = async () => {
      act(() => window.history.go(-2));
      await screen.findByRole('heading', { level: 1, name: 'Brake disc', hidden: true });
    };
    await user.click(await screen.findByRole('link', { name: 'Brake disc' }));
    await screen.findByRole('heading', { level: 1, name: 'Brake disc' });
    await user.click(screen.getByRole('link', { name: 'Products' }));
    await toPad();
    await user.click(await screen.findByRole('button', { name: 'Delete product' }));
    await screen.findByRole('dialog');
    await backToDisc();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click(screen.getByRole('link', { name: 'Products' }));
    await toPad();
    await user.click(await screen.findByRole('button', { name: 'Open the photo' }));
    await screen.findByRole('dialog', { name: 'Image viewer' });
    await backToDisc();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('may be missing', async () => {
    open('/products/7', fakeServer().on(READ, refusal(404, 'Product not found')));
    expect(await screen.findByText('Product not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/products');
  });

  it('has no buttons and no place in the list once it is deleted', async () => {
    const other = buildProduct({ id: 8, name: 'Pad', sku: 'P-1' });
    const server = fakeServer()
      .on('GET /api/products', { body: [product, other] })
      .on(READ, { body: product });
    const user = open('/products', server);
    await user.click(await screen.findByRole('link', { name: 'Brake disc' }));
    await screen.findByRole('link', { name: 'New problem' });
    expect(screen.getByText('1 of 2')).toBeTruthy();
    server.on(READ, refusal(404, 'Product not found'));
    act(() => publishChanges([change({ kind: 'product', recordId: 7, operation: 'delete' }) as LiveChange]));
    expect(await screen.findByText('Product not found')).toBeTruthy();
    for (const name of ['New question', 'New problem', 'Edit Product'])
      expect(screen.queryByRole('link', { name })).toBeNull();
    expect(screen.queryByText('1 of 2')).toBeNull();
  });
});

it('leads back to the results after it was saved', async () => {
  const server = fakeServer()
    .on(READ, { body: product })
    .on('GET /api/products/search', { body: [product] })
    .on('PUT /api/products/7', { body: product });
  const user = open('/products?q=brake', server);
  await screen.findByRole('link', { name: 'Edit Product' });
  await user.click(screen.getByRole('link', { name: 'Edit Product' }));
  await user.click(await screen.findByRole('button', { name: 'Update Product' }));
  await findToast('Product updated successfully');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  await user.click(screen.getByRole('button', { name: 'Back to the results' }));
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/products?q=brake'));
});

it('undoes by a key what was just saved', async () => {
  const revert = 'POST /api/change-sets/saved/revert';
  const server = fakeServer()
    .on(READ, { body: product, headers: { etag: '"1"' } })
    .on('PUT /api/products/7', { body: product, headers: { etag: '"2"', 'x-request-id': 'saved' } })
    .on(revert, { body: { changeSet: null, changes: [] } });
  const user = open('/products/edit/7', server);
  await user.click(await screen.findByRole('button', { name: 'Update Product' }));
  await findToast('Product updated successfully');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  await user.keyboard('z');
  await waitFor(() => expect(server.callsTo(revert)).toHaveLength(1));
});

it('leads from there on to the next row, wherever in the results the saved product is', async () => {
  const list = [9, 7, 8].map((id) => buildProduct({ id, name: `Disc ${id}` }));
  const server = fakeServer().on('GET /api/products', { body: list });
  for (const one of list)
    server.on(`GET /api/products/${one.id}`, { body: one }).on(`PUT /api/products/${one.id}`, { body: one });
  const user = open('/products', server);
  (await screen.findByRole('link', { name: 'Disc 9' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Disc 9' });
  await user.keyboard('j');
  await screen.findByRole('heading', { level: 1, name: 'Disc 7' });
  await user.keyboard('e');
  await user.click(await screen.findByRole('button', { name: 'Update Product' }));
  await findToast('Product updated successfully');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  await user.click(screen.getByRole('button', { name: 'Back to the results' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Disc 7'), { timeout: 2000 });
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Disc 8');
});
