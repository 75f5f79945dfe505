import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildProblem, buildThread } from '../../../test/builders';
import { change, connected } from '../../../test/live';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const buildProduct = (fields: Partial<ProductDto>): ProductDto => ({
  id: 1,
  sku: 'SKU',
  ean: null,
  name: 'Name',
  vehicle: null,
  description: null,
  status: 'active',
  images: [],
  extraFields: {},
  ...fields,
});
const PRODUCTS = 'GET /api/customer-questions/7/products';
const disc = buildProduct({
  id: 5,
  sku: 'BRK-1',
  name: 'Brake disc',
  vehicle: 'Golf VII',
  extraFields: { Axle: 'front' },
});
const pad = buildProduct({ id: 6, sku: 'PAD-2', ean: '04006381333931', name: 'Brake pad' });

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

describe('what is about a product', () => {
  const item = (kind: string, id: number, title: string, status = 'open') => ({
    kind,
    id,
    title,
    status,
    createdAt: '2026-03-04T05:06:07.000Z',
    createdById: 1,
  });

  it('is listed with its counts, by kind, and leads to its list', async () => {
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/products/5/records', ({ query }) => ({
        body: {
          items: [item('problem', 2, 'It squeals'), item('question', 1, 'Does it fit?', 'resolved')].filter(
            ({ kind }) => !query.get('kind') || kind === query.get('kind'),
          ),
          counts: [
            { kind: 'problem', status: 'open', count: 1 },
            { kind: 'question', status: 'resolved', count: 1 },
          ],
          cursor: null,
        },
      }));
    const user = open('/products/5', from);
    expect((await screen.findByRole('link', { name: 'It squeals' })).getAttribute('href')).toBe('/problems/2');
    const kinds = within(screen.getByRole('group', { name: 'Kind' }));
    await user.click(kinds.getByRole('button', { name: /^Problems/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Does it fit?' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Show as a list' }).getAttribute('href')).toBe('/problems?product=5');
  });

  it('stays where more of it cannot be read', async () => {
    const counts = [{ kind: 'problem', status: 'open', count: 2 }];
    let isBroken = true;
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/products/5/records', ({ query }) => {
        if (!query.get('cursor'))
          return { body: { items: [item('problem', 2, 'It squeals')], counts, cursor: 'next' } };
        return isBroken
          ? refusal(503, 'The database is away')
          : { body: { items: [item('problem', 1, 'It broke')], counts, cursor: null } };
      });
    const user = open('/products/5', from);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Could not read more. The database is away');
    expect(screen.getByRole('link', { name: 'It squeals' })).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'It broke' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is read again soon after somebody changes a thread, once for many, and keeps its rows', async () => {
    const RECORDS = 'GET /api/products/5/records';
    const answer = (title: string) => ({
      body: {
        items: [item('problem', 2, title)],
        counts: [{ kind: 'problem', status: 'open', count: 1 }],
        cursor: null,
      },
    });
    const from = fakeServer().on('GET /api/products/5', { body: disc }).on(RECORDS, answer('It squeals'));
    open('/products/5', from);
    await screen.findByRole('link', { name: 'It squeals' });
    const source = await connected();
    from.on(RECORDS, answer('It is quiet'));
    const link = { kind: 'product-link', recordId: 4, subjectKind: 'problem', subjectId: 2 };
    source.send('change', change({ ...link, operation: 'insert' }));
    source.send('change', change({ kind: 'update', recordId: 3 }));
    // They are told together after 50 ms: the panel waits a little for more.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.getByRole('link', { name: 'It squeals' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'It is quiet' })).toBeTruthy();
    expect(from.callsTo(RECORDS)).toHaveLength(2);

    from.on(RECORDS, refusal(500, 'No'));
    source.send('change', change({ kind: 'problem', recordId: 2 }));
    await waitFor(() => expect(from.callsTo(RECORDS)).toHaveLength(3));
    // Until the refusal has arrived.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.getByRole('link', { name: 'It is quiet' })).toBeTruthy();
  });

  it('leads back from its records', async () => {
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/problems/2', { body: buildProblem({ id: 2, title: 'It squeals' }) })
      .on('GET /api/problems/2/responses', { body: [] })
      .on('GET /api/products/5/records', {
        body: {
          items: [item('problem', 2, 'It squeals')],
          counts: [{ kind: 'problem', status: 'open', count: 1 }],
          cursor: null,
        },
      });
    const user = open('/products/5', from);
    await user.click(await screen.findByRole('link', { name: 'It squeals' }));
    await screen.findByRole('heading', { level: 1, name: 'It squeals' });
    await user.click(screen.getByRole('link', { name: 'Back' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Brake disc' })).toBeTruthy();
    expect(window.location.pathname).toBe('/products/5');
  });

  it('says that there is nothing yet', async () => {
    const from = fakeServer()
      .on('GET /api/products/5', { body: disc })
      .on('GET /api/products/5/records', { body: { items: [], counts: [], cursor: null } });
    open('/products/5', from);
    expect(await screen.findByText(/^Nothing yet\./)).toBeTruthy();
  });
});
