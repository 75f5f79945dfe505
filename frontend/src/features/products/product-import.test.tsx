import type { ImportRowDto, ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, open } from '../../../test/open';
import { refusal, type FakeServer } from '../../../test/server';

const CHANGE_SET = '0b54d1a6-6c2c-4a7e-9a2b-5f1f6f0c4a11';

/** An import as the server answers it; a test gives what matters to it. */
function buildImport(found: Partial<ProductImportDto> = {}): ProductImportDto {
  return {
    id: 7,
    state: 'ready',
    format: 'plain',
    separator: ';',
    encoding: 'utf-8',
    columns: [
      { header: 'SKU', target: 'sku' },
      { header: 'Name', target: 'name' },
      { header: 'Axle', target: 'field', field: 'Axle' },
    ],
    placeholder: null,
    counts: { new: 2, changed: 1, unchanged: 4, bad: 1, part: 0, warned: 0 },
    written: 0,
    changeSet: null,
    createdAt: '2026-11-21T09:30:00.000Z',
    ...found,
  };
}

function buildRow(row: Partial<ImportRowDto> = {}): ImportRowDto {
  return {
    row: 2,
    state: 'new',
    sku: 'A-1',
    name: 'Disc',
    problem: null,
    warnings: [],
    changes: [],
    partOf: null,
    ...row,
  };
}

const rows = [
  buildRow(),
  buildRow({ row: 3, state: 'changed', sku: 'A-2', changes: [{ field: 'name', before: 'Old', after: 'New' }] }),
  buildRow({ row: 4, state: 'bad', sku: '', problem: 'SKU is required' }),
];

function server(found: ProductImportDto = buildImport()): FakeServer {
  return fakeServer()
    .on('POST /api/product-imports', { status: 201, body: found })
    .on('GET /api/product-imports/7', { body: found })
    .on('GET /api/product-imports/7/rows', ({ query }) => ({
      body: rows.filter(({ state }) => [null, state as string].includes(query.get('state'))),
    }));
}

/** Drops a file where one is asked for. */
async function drop(): Promise<void> {
  const area = await screen.findByRole('button', { name: /Choose a CSV file/ });
  fireEvent.drop(area, { dataTransfer: { files: [new File(['SKU,Name'], 'list.csv', { type: 'text/csv' })] } });
}

describe('the way there', () => {
  it('is on the list, beside the way out, which takes the search along', async () => {
    open('/products?q=disc&sort=name', fakeServer());
    expect((await screen.findByRole('link', { name: 'Import' })).getAttribute('href')).toBe('/products/import');
    const out = screen.getByRole('link', { name: 'Export' });
    expect(out.title).toBe('An import reads at most 200,000 rows and 100 MB of it');
    expect([out.getAttribute('href'), out.hasAttribute('download')]).toEqual([
      '/api/products/export?q=disc&sort=name',
      true,
    ]);
  });
});

describe('a file', () => {
  it('is sent as it is, once, and its import is in the address', async () => {
    const app = server();
    open('/products/import', app);
    await drop();
    expect(await screen.findByText(/A CSV file, separated by semicolons, in UTF-8/)).toBeTruthy();
    const [call] = app.callsTo('POST /api/product-imports');
    expect([call?.headers.get('content-type'), call?.headers.has('idempotency-key')]).toEqual(['text/csv', true]);
    expect(window.location.search).toBe('?import=7');
  });

  it('that cannot be read says why, and can be sent again', async () => {
    const app = server().on('POST /api/product-imports', refusal(400, 'The file is empty'));
    const user = open('/products/import', app);
    await drop();
    expect((await screen.findByRole('alert')).textContent).toContain('The file is empty');
    app.on('POST /api/product-imports', { status: 201, body: buildImport() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeTruthy();
    expect(
      new Set(app.callsTo('POST /api/product-imports').map(({ headers }) => headers.get('idempotency-key'))).size,
    ).toBe(1);
  });
});

describe('the preview', () => {
  it('shows rows by their kind, with number, reason and what changes', async () => {
    const user = open('/products/import?import=7', server());
    const list = await screen.findByRole('list', { name: 'Rows' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Row 2 new A-1 Disc', 'Row 3 changed A-2 DiscName: Old → New', 'Row 4 bad  DiscSKU is required']);
    await user.click(screen.getByRole('button', { name: 'Bad 1' }));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Rows' })).getAllByRole('listitem')).toHaveLength(1),
    );
    expect(window.location.search).toBe('?import=7&show=bad');
    await user.click(screen.getByRole('button', { name: 'Unchanged 4' }));
    expect(await screen.findByText('There are no unchanged products')).toBeTruthy();
  });

  it('reads more rows when asked to', async () => {
    const app = server().on('GET /api/product-imports/7/rows', ({ query }) =>
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
    const app = server().on('PUT /api/product-imports/7/mapping', {
      body: buildImport({
        counts: { new: 3, changed: 0, unchanged: 0, bad: 0, part: 0, warned: 0 },
        placeholder: 'http://localhost/stock-photos/1.webp',
      }),
    });
    const user = open('/products/import?import=7', app);
    await user.selectOptions(await screen.findByLabelText('Name'), 'Vehicle');
    fireEvent.change(screen.getByLabelText('Axle: name of the field'), { target: { value: 'Side' } });
    await user.click(screen.getByLabelText(/sample photo/));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    expect(screen.getByText('Other columns are chosen. Compare again before you apply.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Compare again' }));
    expect(await screen.findByText(/3 products are added/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Compare again' }));
    expect(screen.getByText('Columns').closest('details')?.open).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(false);
    expect(app.callsTo('PUT /api/product-imports/7/mapping')[0]?.body).toEqual({
      columns: [{ target: 'sku' }, { target: 'vehicle' }, { target: 'field', field: 'Side' }],
      placeholder: 'http://localhost/stock-photos/1.webp',
    });
  });

  it('leaves the name of a free field to its header where it is taken away', async () => {
    const app = server().on('PUT /api/product-imports/7/mapping', { body: buildImport() });
    const user = open('/products/import?import=7', app);
    fireEvent.change(await screen.findByLabelText('Axle: name of the field'), { target: { value: ' ' } });
    await user.click(screen.getByRole('button', { name: 'Compare again' }));
    await waitFor(() =>
      expect(app.callsTo('PUT /api/product-imports/7/mapping')[0]?.body).toEqual({
        columns: [{ target: 'sku' }, { target: 'name' }, { target: 'field' }],
        placeholder: null,
      }),
    );
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Axle: name of the field').value).toBe('Axle'));
  });

  it('says what became of rows that are counted and gone', async () => {
    open('/products/import?import=7', server().on('GET /api/product-imports/7/rows', { body: [] }));
    expect(await screen.findByText('There are no rows')).toBeTruthy();
    expect(screen.getByText('Rows are kept for a day. Choose the file again to apply it.')).toBeTruthy();
  });

  it('that is gone leads back to the start', async () => {
    const user = open(
      '/products/import?import=7',
      server().on('GET /api/product-imports/7', refusal(404, 'There is no such import')),
    );
    expect(await screen.findByText('This import is gone')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByRole('button', { name: /Choose a CSV file/ })).toBeTruthy();
  });

  it('that cannot be read can be asked for again', async () => {
    const app = server().on('GET /api/product-imports/7', { status: 500, body: '' });
    const user = open('/products/import?import=7', app);
    expect(await screen.findByText('Failed to fetch the import')).toBeTruthy();
    app.on('GET /api/product-imports/7', { body: buildImport() });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeTruthy();
  });
});

describe('applying', () => {
  it('says how far it is, then what was done, and takes it back', async () => {
    const applied = buildImport({ state: 'applied', written: 3, changeSet: CHANGE_SET });
    let finish: (answer: { body: unknown }) => void = () => undefined;
    const app = server()
      .on('POST /api/product-imports/7/apply', () => new Promise((resolve) => (finish = resolve)))
      .on(`POST /api/change-sets/${CHANGE_SET}/revert`, { body: { changeSet: CHANGE_SET, changes: [] } });
    const user = open('/products/import?import=7', app);
    expect(await screen.findByText('2 products are added and 1 is changed. 1 bad row is left out.')).toBeTruthy();
    app.on('GET /api/product-imports/7', { body: buildImport({ state: 'applying', written: 2 }) });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/^2 so far/)).toBeTruthy();
    expect((await screen.findByLabelText('Writing 3 products…')).getAttribute('value')).toBe('2');
    app.on('GET /api/product-imports/7', { body: applied });
    finish({ body: applied });
    expect(await screen.findByText('The import is done: 3 products were written.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The import is undone.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result' }));
    expect(window.location.search).toBe('?import=7&undone=0');
  });

  it('is still undone after a reload', async () => {
    open(
      '/products/import?import=7&undone=2',
      server(buildImport({ state: 'applied', written: 3, changeSet: CHANGE_SET })),
    );
    expect(await screen.findByText('The import is undone. 2 values are kept.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('that is refused says why, and can be tried again under the same key', async () => {
    const app = server().on(
      'POST /api/product-imports/7/apply',
      refusal(409, 'Since the preview, somebody has changed a product of this file. Compare again'),
    );
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/Since the preview/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(app.callsTo('POST /api/product-imports/7/apply')).toHaveLength(2));
    expect(
      new Set(app.callsTo('POST /api/product-imports/7/apply').map(({ headers }) => headers.get('idempotency-key')))
        .size,
    ).toBe(1);
  });

  it('that was refused is as good as new once it is compared again', async () => {
    const refused = refusal(409, 'Since the preview, somebody has changed a product of this file. Compare again');
    const user = open(
      '/products/import?import=7',
      server()
        .on('POST /api/product-imports/7/apply', refused)
        .on('PUT /api/product-imports/7/mapping', { body: buildImport() }),
    );
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/Since the preview/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Compare again' }));
    await waitFor(() => expect(screen.queryByText(/Since the preview/)).toBeNull());
  });

  it('keeps what was changed since, if told to, when it is taken back', async () => {
    const conflict = { kind: 'product', recordId: 3, field: 'name', version: 4, restore: 'Old', current: 'Newest' };
    const app = server(buildImport({ state: 'applied', written: 3, changeSet: CHANGE_SET })).on(
      `POST /api/change-sets/${CHANGE_SET}/revert`,
      ({ body }) =>
        'choices' in (body as object)
          ? { body: { changeSet: CHANGE_SET, changes: [] } }
          : {
              status: 409,
              body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts: [conflict] },
            },
    );
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('button', { name: 'Take back the rest' }));
    expect(await screen.findByText('The import is undone. 1 value is kept.')).toBeTruthy();
    expect(app.callsTo(`POST /api/change-sets/${CHANGE_SET}/revert`)[1]?.body).toEqual({
      choices: [{ kind: 'product', recordId: 3, field: 'name', version: 4, take: 'keep' }],
    });
  });

  it('is not offered where there is nothing to write', async () => {
    open(
      '/products/import?import=7',
      server(buildImport({ counts: { new: 0, changed: 0, unchanged: 4, bad: 1, part: 0, warned: 0 } })),
    );
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Apply' })).disabled).toBe(true);
  });
});
