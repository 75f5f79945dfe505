import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, open } from '../../../../test/open';
import { refusal } from '../../../../test/server';

const NAMES = 'GET /api/products/extra-fields/names';
const query = (of: ReturnType<typeof fakeServer>, route: string) =>
  Object.fromEntries(of.callsTo(route).at(-1)?.query ?? []);

describe('the filters of a list', () => {
  it('have an extra field among products', async () => {
    const fake = fakeServer();
    const user = open('/products', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.type(dialog.getByLabelText('Name'), 'Axle');
    await user.type(dialog.getByLabelText('Value'), 'front{Enter}');
    await waitFor(() => expect(query(fake, 'GET /api/products')).toMatchObject({ field: 'Axle:front' }));
    expect(await screen.findByText('Axle: front')).toBeTruthy();
  });

  it('suggest the names of extra fields, and take any other all the same', async () => {
    const fake = fakeServer().on(NAMES, { body: [{ name: 'Axle' }, { name: 'Size: inner' }] });
    const user = open('/products', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    await waitFor(() =>
      expect([...(name.list?.options ?? [])].map(({ value }) => value)).toEqual(['Axle', 'Size: inner']),
    );
    await user.type(name, 'Length');
    await user.type(screen.getByLabelText('Value'), '3{Enter}');
    await waitFor(() => expect(query(fake, 'GET /api/products')).toMatchObject({ field: 'Length:3' }));
    // A name with a colon stays whole.
    await user.clear(name);
    await user.type(name, 'Size: inner{Enter}');
    await waitFor(() => expect(query(fake, 'GET /api/products')).toMatchObject({ field: 'Size: inner:3' }));
    expect([name.value, screen.getByLabelText<HTMLInputElement>('Value').value]).toEqual(['Size: inner', '3']);
  });

  it('leave a field with a colon in its name as it is, unless one types', async () => {
    const fake = fakeServer();
    const user = open('/products?field=Size%3A%20inner%3A3', fake);
    await user.click(await screen.findByRole('button', { name: /^Filter/ }));
    await user.click(await screen.findByLabelText('Name'));
    await user.tab();
    await user.tab();
    expect(query(fake, 'GET /api/products')).toMatchObject({ field: 'Size: inner:3' });
    expect(new URLSearchParams(window.location.search).get('field')).toBe('Size: inner:3');
  });

  it('take an extra field where its names cannot be read', async () => {
    const fake = fakeServer().on(NAMES, refusal(503, 'Busy'));
    const user = open('/products', fake);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.type(await screen.findByLabelText('Name'), 'Axle');
    await user.type(screen.getByLabelText('Value'), 'front{Enter}');
    await waitFor(() => expect(query(fake, 'GET /api/products')).toMatchObject({ field: 'Axle:front' }));
  });
});
