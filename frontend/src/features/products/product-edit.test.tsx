import { act, screen, waitFor } from '@testing-library/react';
import { buildProduct, fakeServer, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { createQueryClient } from '../../app/query-client';

describe('editing a product', () => {
  const product = buildProduct({ id: 7, name: 'Disc', sku: 'BD-7', status: 'on hold', extraFields: { Axle: 'front' } });

  it('sends the changed product with its status, and goes to the dashboard', async () => {
    const server = fakeServer()
      .on('GET /api/products/7', { body: product })
      .on('PUT /api/products/7', { body: { ...product, name: 'Disc, vented' } });
    const user = open('/products/edit/7', server);
    await user.type(await screen.findByLabelText('Name'), ', vented');
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(await findToast('Product updated successfully')).toEqual({ title: undefined, destructive: false });
    expect(server.callsTo('PUT /api/products/7')[0]?.body).toEqual({
      name: 'Disc, vented',
      sku: 'BD-7',
      ean: null,
      vehicle: null,
      description: null,
      images: product.images,
      extraFields: { Axle: 'front' },
      status: 'on hold',
    });
  });

  it('shows a failure and keeps the form', async () => {
    const server = fakeServer()
      .on('GET /api/products/7', { body: product })
      .on('PUT /api/products/7', { status: 500, body: '' });
    const user = open('/products/edit/7', server);
    await user.type(await screen.findByLabelText('Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    expect(await findToast('Failed to update product')).toEqual({ title: undefined, destructive: true });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Disc!');
  });

  it.each(['7', '0', 'x', '99999999999'])('says that there is no product %s', async (id) => {
    const answer = id === '7' ? refusal(404, 'Product not found') : refusal(400, 'The id must be a number');
    open(`/products/edit/${id}`, fakeServer().on(`GET /api/products/${id}`, answer));
    expect(await screen.findByText('Product not found')).toBeTruthy();
  });

  it('says that it cannot be read, and tries again', async () => {
    const server = fakeServer().on('GET /api/products/7', { status: 500, body: '' });
    const user = open('/products/edit/7', server);
    expect(await screen.findByText('Failed to fetch product')).toBeTruthy();
    server.on('GET /api/products/7', { body: product });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByDisplayValue('BD-7')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it('takes keys again where what e was pressed for cannot be read', async () => {
    const server = fakeServer().on('GET /api/products/7', { body: product });
    const user = open('/products/7', server);
    await screen.findByRole('heading', { level: 1, name: 'Disc' });
    server.on('GET /api/products/7', { status: 500, body: '' });
    await user.keyboard('e');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on('GET /api/products/7', { body: product });
    retry.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByDisplayValue('BD-7')).toBeTruthy();
  });

  it('keeps the form when a later read fails', async () => {
    const server = fakeServer().on('GET /api/products/7', { body: product });
    const queryClient = createQueryClient();
    const user = open('/products/edit/7', server, queryClient);
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    await user.type(name, '!');
    server.on('GET /api/products/7', { status: 502, body: '' });
    await act(() => queryClient.invalidateQueries());
    expect(screen.getByLabelText('Name')).toBe(name);
    expect(name.value).toBe('Disc!');
  });

  it('shows six bars while loading', async () => {
    open(
      '/products/edit/7',
      fakeServer().on('GET /api/products/7', () => new Promise(() => undefined)),
    );
    await screen.findByText('Loading product');
    expect(document.querySelectorAll('.ant-skeleton-paragraph > li')).toHaveLength(6);
  });

  it('goes back to the dashboard', async () => {
    const user = open('/products/edit/7', fakeServer().on('GET /api/products/7', { body: product }));
    await user.click(await screen.findByRole('button', { name: 'Go Back' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });

  it('starts from the product as it is now, and says when a draft is older', async () => {
    const server = fakeServer().on('GET /api/products/7', { body: product });
    const user = open('/products/edit/7', server);
    await user.type(await screen.findByLabelText('Name'), ', mine');
    await user.click(screen.getByRole('button', { name: 'Go Back' }));
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });

    server.on('GET /api/products/7', { body: { ...product, name: 'Drum' } });
    window.history.back();
    expect(await screen.findByText(/Your draft was restored. It was changed after you started/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Disc, mine');
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Drum'));
  });
});
