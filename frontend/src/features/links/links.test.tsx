import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildThread, disc } from '../../../test/builders';
import { pause } from '../../../test/held-answer';
import { buildProduct, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const PRODUCTS = 'GET /api/customer-questions/7/products';
const pad = buildProduct({ id: 6, sku: 'PAD-2', ean: '04006381333931', name: 'Brake pad', images: [] });

function server(linked: object[]) {
  return fakeServer()
    .on('GET /api/customer-questions/7', { body: buildThread({ id: 7 }) })
    .on('GET /api/customer-questions/7/responses', { body: [] })
    .on(PRODUCTS, { body: linked });
}

describe('the products of a question', () => {
  it('are shown with their codes and fields, and lead to their pages', async () => {
    open('/customer-questions/7', server([{ product: disc, source: 'code', state: 'linked' }]));
    const link = await screen.findByRole('link', { name: 'Brake disc' });
    expect(link.getAttribute('href')).toBe('/products/5');
    const item = within(link.closest('li') as HTMLElement);
    for (const text of ['BRK-1', 'Golf VII', 'front']) expect(item.getByText(text)).toBeTruthy();
  });

  it('are removed, with a way back', async () => {
    const linked = server([{ product: disc, source: 'person', state: 'linked' }])
      .on('DELETE /api/customer-questions/7/products/5', { status: 204, body: '' })
      .on('PUT /api/customer-questions/7/products/5', { body: {} });
    const user = open('/customer-questions/7', linked);
    await user.click(await screen.findByRole('button', { name: 'Remove Brake disc' }));
    await findToast('Brake disc removed');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(linked.callsTo('PUT /api/customer-questions/7/products/5')).toHaveLength(1));
  });

  it('are suggested, and one confirms or rejects them', async () => {
    const linked = server([{ product: disc, source: 'code', state: 'suggested' }]).on(
      'PUT /api/customer-questions/7/products/5',
      { body: {} },
    );
    const user = open('/customer-questions/7', linked);
    expect(await screen.findByRole('button', { name: 'No, it is not about Brake disc' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes, it is about Brake disc' }));
    await findToast('Brake disc added');
  });

  it('are rejected, and added after all', async () => {
    const linked = server([{ product: disc, source: 'code', state: 'suggested' }])
      .on('DELETE /api/customer-questions/7/products/5', { status: 204, body: '' })
      .on('PUT /api/customer-questions/7/products/5', { body: {} });
    const user = open('/customer-questions/7', linked);
    await user.click(await screen.findByRole('button', { name: 'No, it is not about Brake disc' }));
    await findToast('Not about Brake disc');
    await user.click(screen.getByRole('button', { name: 'Add it' }));
    await waitFor(() => expect(linked.callsTo('PUT /api/customer-questions/7/products/5')).toHaveLength(1));
  });

  it('are added by a few letters and Enter', async () => {
    const linked = server([])
      .on('GET /api/products/search', { body: [disc, pad] })
      .on('PUT /api/customer-questions/7/products/6', { body: {}, headers: { 'x-request-id': 'added' } })
      .on('POST /api/change-sets/added/revert', { body: { changeSet: null, changes: [] } });
    const user = open('/customer-questions/7', linked);
    await user.click(await screen.findByRole('button', { name: 'Add a product' }));
    await fill(user, screen.getByLabelText('Name, SKU or EAN'), 'brake');
    await screen.findByRole('option', { name: /Brake pad/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await findToast('Brake pad added');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(linked.callsTo('POST /api/change-sets/added/revert')).toHaveLength(1));
  });

  it('are added by a scanner, whose Enter comes before the products do; another product than the scanned one is not', async () => {
    const linked = server([])
      .on('GET /api/products/search', { body: [disc, pad] })
      .on('PUT /api/customer-questions/7/products/6', { body: {} });
    const user = open('/customer-questions/7', linked);
    await user.click(await screen.findByRole('button', { name: 'Add a product' }));
    const scan = (code: string): void => {
      fireEvent.change(screen.getByLabelText('Name, SKU or EAN'), { target: { value: code } });
      fireEvent.keyDown(screen.getByLabelText('Name, SKU or EAN'), { key: 'Enter' });
    };
    scan('4006381333932');
    expect(await screen.findByRole('option', { name: /Brake pad/ })).toBeTruthy();
    scan('4006381333931');
    await findToast('Brake pad added');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are not added by a code that two products have: the person picks one', async () => {
    const linked = server([]).on('GET /api/products/search', { body: [{ ...disc, ean: pad.ean }, pad] });
    const user = open('/customer-questions/7', linked);
    await user.click(await screen.findByRole('button', { name: 'Add a product' }));
    const field = screen.getByLabelText('Name, SKU or EAN');
    fireEvent.change(field, { target: { value: '4006381333931' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await pause();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it.each([
    ['the one with the code itself', '01234565', { sku: 'PAD-2', ean: '01234565' }],
    ['the one with another zero', '0036000291452', { sku: 'PAD-2', ean: '036000291452' }],
  ])('are added by a code with a zero at its left: %s', async (_which, code, own) => {
    const linked = server([])
      .on('GET /api/products/search', ({ query }) => {
        const q = query.get('q') ?? '';
        const other = { ...disc, sku: '1234565' };
        return { body: q === other.sku ? [other] : [{ ...pad, ...own }].filter(({ ean }) => ean.includes(q)) };
      })
      .on('PUT /api/customer-questions/7/products/5', { body: {} })
      .on('PUT /api/customer-questions/7/products/6', { body: {} });
    const user = open('/customer-questions/7', linked);
    await user.click(await screen.findByRole('button', { name: 'Add a product' }));
    fireEvent.change(screen.getByLabelText('Name, SKU or EAN'), { target: { value: code } });
    fireEvent.keyDown(screen.getByLabelText('Name, SKU or EAN'), { key: 'Enter' });
    await findToast('Brake pad added');
  });

  it('says nothing where the record is gone', async () => {
    open('/customer-questions/7', server([]).on(PRODUCTS, refusal(404, 'There is no such question')));
    await screen.findByRole('button', { name: 'Add a product' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a product' })).toBeNull());
    expect(screen.queryByText('Could not read the products')).toBeNull();
  });

  it('says that they cannot be read', async () => {
    open('/customer-questions/7', server([]).on(PRODUCTS, refusal(500, 'No')));
    expect(await screen.findByText('Could not read the products')).toBeTruthy();
  });

  it('stay where they cannot be read again', async () => {
    const linked = server([
      { product: disc, source: 'person', state: 'linked' },
      { product: pad, source: 'person', state: 'linked' },
    ]).on('DELETE /api/customer-questions/7/products/5', () => {
      linked.on(PRODUCTS, refusal(500, 'No'));
      return { status: 204, body: '' };
    });
    const user = open('/customer-questions/7', linked);
    await user.click(await screen.findByRole('button', { name: 'Remove Brake disc' }));
    expect(await screen.findByText('Could not read the products again.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Brake pad' })).toBeTruthy();
    linked.on(PRODUCTS, { body: [{ product: pad, source: 'person', state: 'linked' }] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Brake disc' })).toBeNull());
    expect(screen.queryByText('Could not read the products again.')).toBeNull();
  });
});
