import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildProduct, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

describe('a duplicate of a product', () => {
  const READ = 'GET /api/products/7';
  const disc = buildProduct({
    id: 7,
    name: 'Brake disc',
    sku: 'BD-280-V',
    ean: '4006633374668',
    vehicle: 'Golf VII',
    description: 'In pairs.',
    images: ['/stock-photos/2.webp'],
    extraFields: { Axle: 'front' },
  });
  const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

  it('has all but the codes, and the cursor in the SKU', async () => {
    const server = fakeServer()
      .on(READ, { body: disc })
      .on('POST /api/products', { status: 201, body: buildProduct() });
    const user = open('/products/7', server);
    await user.click(await screen.findByRole('link', { name: 'Duplicate' }));
    const sku = await screen.findByLabelText<HTMLInputElement>('SKU');
    expect(window.location.pathname + window.location.search).toBe('/add?from=7');
    await waitFor(() => expect(document.activeElement).toBe(sku));
    expect([sku.value, valueOf('EAN')]).toEqual(['', '']);
    await user.keyboard('BD-300-V');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await findToast('Product added successfully');
    const { id: _id, ...same } = { ...disc, sku: 'BD-300-V', ean: null };
    const body = server.callsTo('POST /api/products')[0]?.body as object;
    expect(same).toMatchObject(body);
    expect(body).toMatchObject({ name: 'Brake disc', extraFields: { Axle: 'front' }, images: disc.images });
  });

  it('has drafts of its own', async () => {
    const user = open('/products/7', fakeServer().on(READ, { body: disc }));
    await user.click(await screen.findByRole('link', { name: 'Duplicate' }));
    await fill(user, await screen.findByLabelText('SKU'), 'BD-300-V');
    await leaveBy(user, 'Products');
    await user.click(await screen.findByRole('link', { name: 'New Product' }));
    await fill(user, await screen.findByLabelText('Name'), 'Pad');
    expect(valueOf('SKU')).toBe('');
    await leaveBy(user, 'Products');
    act(() => window.history.go(-3));
    await screen.findByText(/Your draft was restored/);
    expect([valueOf('Name'), valueOf('SKU')]).toEqual(['Brake disc', 'BD-300-V']);
  });

  it.each([
    [404, 'The product to duplicate was not found. The form is empty.'],
    [500, 'The product to duplicate could not be read. The form is empty.'],
  ])('says that the product cannot be read, and is empty: %s', async (status, text) => {
    const server = fakeServer().on(READ, refusal(status, 'No'));
    const user = open('/add?from=7', server);
    expect(await screen.findByText(text)).toBeTruthy();
    expect([valueOf('Name'), valueOf('SKU')]).toEqual(['', '']);
    if (status === 404) return;
    server.on(READ, { body: disc });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByDisplayValue('Brake disc')).toBeTruthy();
    expect(screen.queryByText(text)).toBeNull();
  });
});

async function leaveBy(user: UserEvent, link: string): Promise<void> {
  await user.click(screen.getByRole('link', { name: link }));
  await screen.findByRole('heading', { level: 1, name: link });
}
