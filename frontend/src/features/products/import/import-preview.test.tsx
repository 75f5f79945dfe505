import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { open } from '../../../../test/open';
import { buildImport, buildRow, importServer } from '../../../../test/product-import';
import { refusal, versioned } from '../../../../test/server';

describe('the preview', () => {
  it('shows rows by their kind, with number, reason and what changes', async () => {
    const user = open('/products/import?import=7', importServer());
    const list = await screen.findByRole('list', { name: 'Rows' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Row 2 new A-1 Disc', 'Row 3 changed A-2 DiscName: Old → New', 'Row 4 error  DiscSKU is required']);
    await user.click(screen.getByRole('button', { name: 'Errors 1' }));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Rows' })).getAllByRole('listitem')).toHaveLength(1),
    );
    expect(window.location.search).toBe('?import=7&show=bad');
    await user.click(screen.getByRole('button', { name: 'Unchanged 4' }));
    expect(await screen.findByText('No unchanged products')).toBeTruthy();
  });

  it('names rows that only add to another in one line', async () => {
    const rows = [buildRow(), ...[3, 4].map((row) => buildRow({ row, state: 'part', sku: '', name: '', partOf: 2 }))];
    open('/products/import?import=7', importServer().on('GET /api/product-imports/7/rows', { body: rows }));
    const list = await screen.findByRole('list', { name: 'Rows' });
    const texts = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts).toEqual(['Row 2 new A-1 Disc', 'Rows 3 to 4 part of row 2']);
  });

  it('does not say that there are none before they are read', async () => {
    let answer: (rows: { body: unknown }) => void = () => undefined;
    const app = importServer().on('GET /api/product-imports/7/rows', ({ query }) =>
      query.get('state') === 'new' ? new Promise((resolve) => (answer = resolve)) : { body: [] },
    );
    const user = open('/products/import?import=7&show=unchanged', app);
    expect(await screen.findByText('No unchanged products')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^New/ }));
    await waitFor(() => expect(document.querySelector('main .ant-skeleton')).toBeTruthy());
    expect(screen.queryByText('No new products')).toBeNull();
    answer({ body: [buildRow()] });
    expect(await screen.findByText('A-1')).toBeTruthy();
  });

  it('shows the rows with warnings alone, where there are any', async () => {
    const warned = buildRow({ row: 5, warnings: ['The name is cut to 200 characters'] });
    const counts = { ...buildImport().counts, warned: 1 };
    const app = importServer(buildImport({ counts })).on('GET /api/product-imports/7/rows', ({ query }) => ({
      body: query.get('warned') === 'true' ? [warned] : [buildRow(), warned],
    }));
    const user = open('/products/import?import=7', app);
    const list = await screen.findByRole('list', { name: 'Rows' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Warnings 1' }));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Rows' })).getAllByRole('listitem')).toHaveLength(1),
    );
    expect(app.callsTo('GET /api/product-imports/7/rows').at(-1)?.query.get('state')).toBeNull();
    expect(window.location.search).toBe('?import=7&show=warned');
  });

  it('says once how many products get the sample photo', async () => {
    const counts = { ...buildImport().counts, usingPlaceholder: 3 };
    const app = importServer(buildImport({ counts, placeholder: '/stock-photos/1.webp' }));
    open('/products/import?import=7', app);
    expect(await screen.findByText('3 products have no image and get the sample photo.')).toBeTruthy();
  });

  it('reads its rows again where somebody else has compared it again since', async () => {
    const app = importServer()
      .on('GET /api/product-imports/7', versioned(1, buildImport()))
      .on('GET /api/product-imports/7/rows', { body: [buildRow({ sku: 'A-8' })] });
    const user = open('/products/import?import=7', app);
    expect(await screen.findByText('A-8')).toBeTruthy();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Products' }));
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    // Its counts and columns are the same.
    app
      .on('GET /api/product-imports/7', versioned(2, buildImport()))
      .on('GET /api/product-imports/7/rows', { body: [buildRow({ sku: 'A-9' })] });
    act(() => window.history.back());
    expect(await screen.findByText('A-9')).toBeTruthy();
    expect(screen.queryByText('A-8')).toBeNull();
  });

  it('reads more rows when asked to', async () => {
    const app = importServer().on('GET /api/product-imports/7/rows', ({ query }) =>
      query.has('cursor')
        ? { body: [buildRow({ row: 9 })] }
        : { body: [buildRow()], headers: { link: '</api/product-imports/7/rows?limit=50&cursor=x>; rel="next"' } },
    );
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Row 9')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('is compared again as the columns are chosen', async () => {
    const compared = buildImport({
      counts: { new: 3, changed: 0, unchanged: 0, bad: 0, part: 0, warned: 0, usingPlaceholder: 0 },
      placeholder: '/stock-photos/1.webp',
    });
    const app = importServer()
      .on('GET /api/product-imports/7', versioned(1, buildImport()))
      .on('PUT /api/product-imports/7/mapping', versioned(2, compared));
    const user = open('/products/import?import=7', app);
    await user.selectOptions(await screen.findByLabelText('Name'), 'Vehicle');
    fireEvent.change(screen.getByLabelText('Axle: name of the field'), { target: { value: 'Side' } });
    await user.click(screen.getByLabelText(/sample photo/));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Import [0-9]/ }).disabled).toBe(true);
    expect(screen.getByText('The columns changed. Update the preview.')).toBeTruthy();
    const read = app.callsTo('GET /api/product-imports/7/rows').length;
    await user.click(screen.getByRole('button', { name: 'Update preview' }));
    expect(await screen.findByText(/Will add 3 products/)).toBeTruthy();
    await waitFor(() => expect(app.callsTo('GET /api/product-imports/7/rows')).toHaveLength(read + 1));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Update preview' }));
    expect(screen.getByText('Columns').closest('details')?.open).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Import [0-9]/ }).disabled).toBe(false);
    expect(app.callsTo('PUT /api/product-imports/7/mapping')[0]?.body).toEqual({
      columns: [{ target: 'sku' }, { target: 'vehicle' }, { target: 'field', field: 'Side' }],
      placeholder: '/stock-photos/1.webp',
      makeSkus: true,
      profile: null,
    });
  });

  it('keeps what is chosen while it is compared again', async () => {
    let finish: (answer: { body: unknown }) => void = () => undefined;
    const app = importServer().on(
      'PUT /api/product-imports/7/mapping',
      () => new Promise((resolve) => (finish = resolve)),
    );
    const user = open('/products/import?import=7', app);
    await user.selectOptions(await screen.findByLabelText('Name'), 'Vehicle');
    await user.click(screen.getByRole('button', { name: 'Update preview' }));
    const name = screen.getByLabelText<HTMLInputElement>(/Remember these columns/);
    fireEvent.change(name, { target: { value: 'Nightly' } });
    finish({
      body: buildImport({
        counts: { new: 3, changed: 0, unchanged: 0, bad: 0, part: 0, warned: 0, usingPlaceholder: 0 },
      }),
    });
    expect(await screen.findByText(/Will add 3 products/)).toBeTruthy();
    expect(name.value).toBe('Nightly');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Import [0-9]/ }).disabled).toBe(true);
  });

  it('leaves the name of an extra field to its header where it is taken away', async () => {
    const app = importServer().on('PUT /api/product-imports/7/mapping', { body: buildImport() });
    const user = open('/products/import?import=7', app);
    fireEvent.change(await screen.findByLabelText('Axle: name of the field'), { target: { value: ' ' } });
    await user.click(screen.getByRole('button', { name: 'Update preview' }));
    await waitFor(() =>
      expect(app.callsTo('PUT /api/product-imports/7/mapping')[0]?.body).toEqual({
        columns: [{ target: 'sku' }, { target: 'name' }, { target: 'field' }],
        placeholder: null,
        makeSkus: true,
        profile: null,
      }),
    );
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Axle: name of the field').value).toBe('Axle'));
  });

  it('goes back to the proposal, makes no SKUs, and keeps the choices under a name', async () => {
    const app = importServer(
      buildImport({
        columns: [
          { header: 'SKU', target: 'sku', samples: ['A-1', 'A-2'] },
          { header: 'Name', target: 'vehicle', samples: ['Disc'] },
          { header: 'Axle', target: 'ignore', samples: [] },
        ],
        profile: 'Nightly',
        ignored: ['Stock'],
        problem: 'No column was recognised as the SKU. Choose the column of the SKU',
      }),
    ).on('PUT /api/product-imports/7/mapping', { body: buildImport() });
    const user = open('/products/import?import=7', app);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No column was recognised as the SKU. Choose the column of the SKU',
    );
    expect(screen.getByText(/Columns as remembered in “Nightly”/)).toBeTruthy();
    expect(screen.getByText('A-1 · A-2')).toBeTruthy();
    expect(screen.getByText('Left out: Stock')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download the rows with errors' }).getAttribute('href')).toBe(
      '/api/product-imports/7/bad-rows',
    );
    await user.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(screen.queryByRole('button', { name: 'Reset columns' })).toBeNull();
    await user.click(screen.getByLabelText(/Make a SKU/));
    fireEvent.change(screen.getByLabelText(/Remember these columns/), { target: { value: ' Price list ' } });
    await user.click(screen.getByRole('button', { name: 'Update preview' }));
    await waitFor(() =>
      expect(app.callsTo('PUT /api/product-imports/7/mapping')[0]?.body).toEqual({
        columns: [{ target: 'sku' }, { target: 'name' }, { target: 'field', field: 'Axle' }],
        placeholder: null,
        makeSkus: false,
        profile: 'Price list',
      }),
    );
  });

  it('says what became of rows that are counted and gone', async () => {
    const gone = refusal(409, 'The preview is no longer there. Please choose the file again');
    open('/products/import?import=7', importServer().on('GET /api/product-imports/7/rows', gone));
    expect(await screen.findByText('The rows are no longer there')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download the rows with errors' })).toBeNull();
    expect(screen.getByText('Row details are kept for one day. Choose the file again to import it.')).toBeTruthy();
  });

  it('that is gone leads back to the start', async () => {
    const user = open(
      '/products/import?import=7',
      importServer().on('GET /api/product-imports/7', refusal(404, 'There is no such import')),
    );
    expect(await screen.findByText('This import has expired')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByRole('button', { name: /Choose a CSV or Excel file/ })).toBeTruthy();
  });

  it('that cannot be read can be asked for again', async () => {
    const app = importServer().on('GET /api/product-imports/7', { status: 500, body: '' });
    const user = open('/products/import?import=7', app);
    expect(await screen.findByText('Failed to fetch the import')).toBeTruthy();
    app.on('GET /api/product-imports/7', { body: buildImport() });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: /^Import [0-9]/ })).toBeTruthy();
  });
});
