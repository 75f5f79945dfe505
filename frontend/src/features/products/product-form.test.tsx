import { screen, waitFor, within } from '@testing-library/react';
import { buildProduct, fakeServer, fill, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const TAKEN = 'Another product has the SKU BD-1';
const sku = () => screen.getByLabelText<HTMLInputElement>('SKU');

describe('a SKU that another product has', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  async function saveTaken() {
    const other = buildProduct({ id: 9, name: 'Brake disc', sku: 'BD-1' });
    const server = fakeServer()
      .on('POST /api/products', refusal(409, TAKEN))
      .on('GET /api/products/search', { body: [buildProduct({ id: 10, sku: 'BD-12' }), other] });
    const user = open('/add', server);
    await fill(user, await screen.findByLabelText('Name'), 'Twin');
    await fill(user, sku(), 'BD-1');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    return { user, server };
  }

  it('is marked, has the focus, and leads to that product', async () => {
    const { user, server } = await saveTaken();
    expect((await screen.findByRole('link', { name: 'Open Brake disc' })).getAttribute('href')).toBe(
      '/products/edit/9',
    );
    expect(await screen.findByText('Another product has this SKU')).toBeTruthy();
    expect(screen.getByText(TAKEN)).toBeTruthy();
    expect(document.activeElement).toBe(sku());
    expect(server.callsTo('GET /api/products/search')[0]?.query.get('q')).toBe('BD-1');
    await user.type(sku(), '23');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Open Brake disc' })).toBeNull());
  });
});

describe('the form of a product', () => {
  it('says how much longer a name may become, once it is long', async () => {
    const user = open('/add', fakeServer());
    await fill(user, await screen.findByLabelText('Name'), 'x'.repeat(399));
    expect(screen.queryByText(/characters left/)).toBeNull();
    await fill(user, screen.getByLabelText('Name'), 'xx');
    expect(await screen.findByText('99 of 500 characters left')).toBeTruthy();
    await fill(user, screen.getByLabelText('Name'), 'x'.repeat(100));
    expect(await screen.findByText('1 over the limit of 500 characters')).toBeTruthy();
  });

  it('saves the address of an image that was typed but not added, if it is one', async () => {
    const server = fakeServer().on('POST /api/products', { status: 201, body: buildProduct() });
    const user = open('/add', server);
    await fill(user, await screen.findByLabelText('Name'), 'Disc');
    await fill(user, sku(), 'BD-1');
    await user.click(screen.getByRole('button', { name: 'Remove image 1 of 1' }));
    const address = screen.getByLabelText('Image URL');
    await fill(user, address, 'example.com/a.jpg');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText('At least one image is required')).toBeTruthy();
    await user.clear(address);
    await fill(user, address, ' https://example.com/a.jpg ');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(server.callsTo('POST /api/products')).toHaveLength(1));
    expect(server.callsTo('POST /api/products')[0]?.body).toEqual(
      expect.objectContaining({ images: ['https://example.com/a.jpg'] }),
    );
  });

  it.each([
    ['4006381333932', 'The check digit of the EAN should be 1'],
    ['96385075', 'The check digit of the EAN should be 4'],
    ['036000291453', 'The check digit of the EAN should be 2'],
    ['10012345678903', 'The check digit of the EAN should be 2'],
    ['123456789', 'An EAN has 8, 12, 13 or 14 digits'],
    ['our shelf 7', 'An EAN has 8, 12, 13 or 14 digits'],
  ])('warns about the EAN %s once its field was left, and saves it all the same', async (code, warning) => {
    const server = fakeServer().on('POST /api/products', { status: 201, body: buildProduct() });
    const user = open('/add', server);
    await fill(user, await screen.findByLabelText('Name'), 'Disc');
    await fill(user, sku(), 'BD-1');
    const ean = screen.getByLabelText('EAN');
    await fill(user, ean, code);
    expect(screen.queryByText(warning)).toBeNull();
    await user.tab();
    expect(await screen.findByText(warning)).toBeTruthy();
    expect(ean.getAttribute('aria-invalid')).not.toBe('true');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(server.callsTo('POST /api/products')).toHaveLength(1));
    expect(server.callsTo('POST /api/products')[0]?.body).toEqual(expect.objectContaining({ ean: code }));
  });

  it('says nothing of a right EAN, and forgets the warning as one types on', async () => {
    const user = open('/add', fakeServer());
    const ean = await screen.findByLabelText('EAN');
    await fill(user, ean, '400638133393');
    await user.tab();
    const warning = await screen.findByText(/check digit/);
    await fill(user, ean, '1');
    await waitFor(() => expect(warning.isConnected).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    // The form is checked as a whole by then.
    await screen.findByText('Name is required');
    expect(screen.queryByText(/EAN (has|should)|check digit/)).toBeNull();
  });

  it('is saved by Ctrl+Enter wherever the focus is, but not under a dialog nor from a link', async () => {
    const server = fakeServer().on('POST /api/products', { status: 201, body: buildProduct() });
    const user = open('/add', server);
    await fill(user, await screen.findByLabelText('Name'), 'Disc');
    await fill(user, sku(), 'BD-1');
    const pressCtrlEnter = () => user.keyboard('{Control>}{Enter}{/Control}');
    sku().blur();
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await pressCtrlEnter();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    within(screen.getByRole('navigation', { name: 'Main' }))
      .getByRole('link', { name: 'Questions' })
      .focus();
    await pressCtrlEnter();
    expect(server.callsTo('POST /api/products')).toHaveLength(0);
    (document.activeElement as HTMLElement).blur();
    expect(document.activeElement).toBe(document.body);
    await pressCtrlEnter();
    await waitFor(() => expect(server.callsTo('POST /api/products')).toHaveLength(1));
  });

  it('is left by Cancel: back to where the person came from, else to the list', async () => {
    const user = open('/add', fakeServer());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(window.location.pathname).toBe('/products'));
    await user.click(await screen.findByRole('link', { name: 'New Product' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(window.location.pathname).toBe('/products'));
  });

  it('keeps the focus near a field that was removed, and says that it is gone', async () => {
    const user = open('/add', fakeServer());
    const add = await screen.findByRole('button', { name: 'Add field' });
    for (let count = 0; count < 3; count += 1) await user.click(add);
    for (const [removed, focused, left] of [
      ['Remove extra field 2', 'Remove extra field 2', '2'],
      ['Remove extra field 2', 'Remove extra field 1', '1'],
      ['Remove extra field 1', 'Add field', 'none'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: removed }));
      expect(await screen.findByText(`Extra field removed, ${left} left`)).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: focused })));
    }
  });
});
