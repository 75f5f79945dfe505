import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { choose, pngFile } from '../../../test/files';
import { anna, buildProduct, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const isSampleShown = () => document.querySelector('.chosen-images img[src^="/stock-photos/"]') !== null;
const previews = () => screen.queryAllByRole('button', { name: /^Open image/ });

async function fillIn(user: UserEvent, name: string, sku: string): Promise<void> {
  await fill(user, await screen.findByLabelText('Name'), name);
  await fill(user, screen.getByLabelText('SKU'), sku);
}

describe('adding a product', () => {
  it.each(['/add', '/products/add'])('sends the form from %s and goes to the dashboard', async (path) => {
    const server = fakeServer().on('POST /api/products', { status: 201, body: buildProduct() });
    const user = open(path, server);
    await fillIn(user, ' Brake disc ', 'BD-1');
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Products');
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    const [first, second] = screen.getAllByRole('group', { name: /^Extra field \d/ });
    await fill(user, within(first!).getByLabelText('Field name'), 'Axle');
    await fill(user, within(first!).getByLabelText('Value'), 'front');
    await fill(user, within(second!).getByLabelText('Field name'), 'Empty');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(await findToast('Product added successfully')).toEqual({ title: 'Success', destructive: false });
    const body = server.callsTo('POST /api/products')[0]?.body as { images: string[] };
    expect(body).toEqual({
      name: 'Brake disc',
      sku: 'BD-1',
      ean: null,
      vehicle: null,
      description: null,
      extraFields: { Axle: 'front' },
      status: 'active',
      images: [expect.stringMatching(/^\/stock-photos\/[12]\.webp$/)],
    });
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(window.location.pathname).toBe('/products/1'));
  });

  it('goes on to the next field at the Enter of a scanner, and saves at Ctrl+Enter', async () => {
    const server = fakeServer().on('POST /api/products', { status: 201, body: buildProduct() });
    const user = open('/add', server);
    await fillIn(user, 'Brake disc', 'BD-1');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('EAN'));
    // It ends what an input method composes.
    fireEvent.keyDown(screen.getByLabelText('EAN'), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(screen.getByLabelText('EAN'), { key: 'Enter', keyCode: 229 });
    expect(document.activeElement).toBe(screen.getByLabelText('EAN'));
    await user.keyboard('4006381333931{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Vehicle'));
    expect(server.callsTo('POST /api/products')).toHaveLength(0);
    screen.getByLabelText('EAN').focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findToast('Product added successfully');
    expect(server.callsTo('POST /api/products')).toHaveLength(1);
  });

  it('takes the name of an added field at once', async () => {
    const user = open('/add', fakeServer());
    await user.click(await screen.findByRole('button', { name: 'Add field' }));
    await user.keyboard('Price{Tab}49.90');
    const row = within(screen.getByRole('group', { name: 'Extra field 1' }));
    expect(row.getByLabelText<HTMLInputElement>('Field name').value).toBe('Price');
    expect(row.getByLabelText<HTMLInputElement>('Value').value).toBe('49.90');
  });

  it("shows the schema's messages", async () => {
    const server = fakeServer();
    const user = open('/add', server);
    await user.click(await screen.findByRole('button', { name: 'Remove image 1 of 1' }));
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText('Name is required')).toBeTruthy();
    expect(await screen.findByText('SKU is required')).toBeTruthy();
    expect(await screen.findByText('At least one image is required')).toBeTruthy();
    expect(server.callsTo('POST /api/products')).toHaveLength(0);
  });

  it('flags a name of an extra field that is used twice', async () => {
    const user = open('/add', fakeServer());
    await fillIn(user, 'Disc', 'BD-1');
    for (const value of ['front', 'rear']) {
      await user.click(screen.getByRole('button', { name: 'Add field' }));
      const row = screen.getAllByRole('group', { name: /^Extra field \d/ }).at(-1)!;
      await fill(user, within(row).getByLabelText('Field name'), 'Axle');
      await fill(user, within(row).getByLabelText('Value'), value);
    }
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(screen.getAllByText('This name is used twice')).toHaveLength(2));
  });

  it('offers the fields that have a type, each with an input that fits', async () => {
    const none = { choices: null, unit: null, help: null, pattern: null, message: null };
    const weight = {
      ...none,
      key: 'Weight',
      type: 'number',
      unit: 'kg',
      help: 'With its packaging.',
      pattern: '^-?[0-9]+([.][0-9]+)?$',
      message: 'Weight must be a number',
    };
    const day = {
      ...none,
      key: 'On sale from',
      type: 'date',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      message: 'On sale from must be a date',
    };
    const colour = {
      ...none,
      key: 'Colour',
      type: 'choice',
      choices: ['black', 'grey'],
      message: 'Colour must be one of black, grey',
    };
    const server = fakeServer()
      .on('GET /api/products/extra-fields', { body: [weight, day, colour] })
      .on('POST /api/products', { status: 201, body: buildProduct() });
    const user = open('/add', server);
    await fillIn(user, 'Disc', 'BD-1');
    await user.click(await screen.findByRole('button', { name: 'Add Weight' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value' })));
    for (const { key } of [day, colour]) await user.click(await screen.findByRole('button', { name: `Add ${key}` }));
    expect(screen.queryByRole('button', { name: 'Add Weight' })).toBeNull();
    expect(screen.getByText('With its packaging.')).toBeTruthy();
    const [first, second, third] = screen.getAllByRole('group', { name: /^Extra field \d/ });
    await fill(user, await within(first!).findByRole('textbox', { name: 'Value' }), ' 2.5 ');
    fireEvent.change(within(second!).getByLabelText('Value'), { target: { value: '2026-11-21' } });
    await user.click(within(third!).getByRole('combobox', { name: 'Value' }));
    await user.click(await screen.findByTitle('grey'));
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(server.callsTo('POST /api/products')).toHaveLength(1));
    const { extraFields } = server.callsTo('POST /api/products')[0]?.body as { extraFields: object };
    expect(extraFields).toEqual({ Weight: '2.5', 'On sale from': '2026-11-21', Colour: 'grey' });
  });

  it('shows a value from before its field had a type, and what is wrong with it', async () => {
    const weight = {
      key: 'Weight',
      type: 'number',
      choices: null,
      unit: 'kg',
      help: null,
      pattern: '^[0-9]+$',
      message: 'Weight must be a number',
    };
    const server = fakeServer().on('GET /api/products/extra-fields', { body: [weight] });
    server.on('GET /api/products/7', { body: buildProduct({ id: 7, extraFields: { Weight: 'heavy' } }) });
    const user = open('/products/edit/7', server);
    expect(await screen.findByText('kg')).toBeTruthy();
    expect(screen.getByDisplayValue('heavy')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Update Product' }));
    expect(await screen.findByText('Weight must be a number')).toBeTruthy();
    expect(server.callsTo('PUT /api/products/7')).toHaveLength(0);
  });

  it('saves no other number than the one that was written', async () => {
    const weight = { key: 'Weight', type: 'number', choices: null, unit: 'kg', help: null };
    const pattern = '^-?[0-9]+([.][0-9]+)?$';
    const server = fakeServer()
      .on('GET /api/products/extra-fields', { body: [{ ...weight, pattern, message: 'Weight must be a number' }] })
      .on('GET /api/products/7', { body: buildProduct({ id: 7, extraFields: { Weight: '2' } }) });
    const user = open('/products/edit/7', server);
    expect(await screen.findByText('kg')).toBeTruthy();
    for (const text of ['12,5', '1,250']) {
      await user.clear(screen.getByLabelText('Value'));
      await fill(user, screen.getByLabelText('Value'), text);
      await user.click(screen.getByRole('button', { name: 'Update Product' }));
      expect(await screen.findByText('Weight must be a number')).toBeTruthy();
      expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe(text);
    }
    expect(server.callsTo('PUT /api/products/7')).toHaveLength(0);
  });

  it('logs a failure, shows the toast, and the fault at its field', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = refusal(409, 'SKU is taken', [{ field: 'sku', message: 'This SKU is taken' }]);
    const user = open('/add', fakeServer().on('POST /api/products', answer));
    await fillIn(user, 'Disc', 'BD-1');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    const toast = await findToast('Failed to add product. Please check the console for details.');
    expect(toast).toEqual({ title: 'Error', destructive: true });
    expect(await screen.findByText('This SKU is taken')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('SKU').value).toBe('BD-1');
    expect(log).toHaveBeenCalledWith('Adding the product failed', expect.objectContaining({ status: 409 }));
    log.mockRestore();
  });

  it('keeps what was typed when the session has ended, and gives it back after signing in', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = fakeServer()
      .on('POST /api/images', refusal(401, 'Not signed in'))
      .on('POST /api/login', { body: anna });
    const user = open('/add', server);
    await fillIn(user, 'Disc', 'BD-1');
    // A picture is sent at once.
    choose(pngFile());

    expect(
      await screen.findByText(/^Your session has ended.*typed into a record or a response is still there/),
    ).toBeTruthy();
    expect(window.location.pathname).toBe('/auth');
    await fill(user, screen.getByLabelText('Email'), anna.email);
    await fill(user, screen.getByLabelText('Password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Disc');
    expect(screen.getByLabelText<HTMLInputElement>('SKU').value).toBe('BD-1');
    expect(window.location.pathname).toBe('/add');
    await waitFor(() => expect(isSampleShown()).toBe(false));
    jest.restoreAllMocks();
  });

  it('is there again, all of it, after it was left, and gone when discarded', async () => {
    const user = open('/add', fakeServer());
    await fillIn(user, 'Disc', 'BD-1');
    choose(pngFile());
    await waitFor(() => expect(isSampleShown()).toBe(false));
    await fill(user, screen.getByLabelText('Image URL'), 'https://half');
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    await fill(user, screen.getByLabelText('Field name'), 'Axle');
    for (const link of ['Dashboard', 'Products']) await leaveBy(user, link);
    await user.click(await screen.findByRole('link', { name: 'New Product' }));

    expect(await screen.findByText(/Your draft was restored/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Disc');
    expect(screen.getByLabelText<HTMLInputElement>('Image URL').value).toBe('https://half');
    expect(screen.getByLabelText<HTMLInputElement>('Field name').value).toBe('Axle');
    await waitFor(() => expect(isSampleShown()).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(''));
    expect(previews()).toHaveLength(1);
    expect(isSampleShown()).toBe(true);
    expect(screen.queryByLabelText('Field name')).toBeNull();
  });
});

async function leaveBy(user: UserEvent, link: string): Promise<void> {
  await user.click(screen.getByRole('link', { name: link }));
  await screen.findByRole('heading', { level: 1, name: link });
}
