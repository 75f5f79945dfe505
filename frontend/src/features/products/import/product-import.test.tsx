import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, findToast, open } from '../../../../test/open';
import { buildImport, dropCsvFile, importServer } from '../../../../test/product-import';
import { refusal } from '../../../../test/server';

describe('the way there', () => {
  it('is on the list, beside the way out, which takes the search along', async () => {
    open('/products?q=disc&sort=name', fakeServer());
    expect((await screen.findByRole('link', { name: 'Import' })).getAttribute('href')).toBe('/products/import');
    const out = screen.getByRole('link', { name: 'Export' });
    expect(out.title).toBe('Download these products as CSV');
    expect([out.getAttribute('href'), out.hasAttribute('download')]).toEqual([
      '/api/products/export?q=disc&sort=name',
      true,
    ]);
  });
});

describe('a file', () => {
  it('has a template, with the columns of an export', async () => {
    open('/products/import', fakeServer());
    const template = await screen.findByRole('link', { name: 'Download a template' });
    expect([template.getAttribute('href'), template.hasAttribute('download')]).toEqual([
      '/products-template.csv',
      true,
    ]);
  });

  it('is sent as it is, once, and its import is in the address', async () => {
    const app = importServer();
    const user = open('/products/import', app);
    await dropCsvFile();
    expect(await screen.findByText(/A CSV file, separated by semicolons, in UTF-8/)).toBeTruthy();
    const [call] = app.callsTo('POST /api/product-imports');
    expect([call?.headers.get('content-type'), call?.headers.has('idempotency-key')]).toEqual(['text/csv', true]);
    expect(window.location.search).toBe('?import=7');
    expect(screen.getByText('list.csv')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Errors 1' }));
    await waitFor(() => expect(window.location.search).toBe('?import=7&show=bad'));
    expect(screen.getByText('list.csv')).toBeTruthy();
  });

  it('that was read moves the focus to the next step, and choosing another one moves it back', async () => {
    const user = open('/products/import', importServer());
    await dropCsvFile();
    await screen.findByRole('list', { name: 'Rows' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check and import' }));
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    const heading = await screen.findByRole('heading', { name: 'Choose a file' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('that is read when one has left is in a message that leads to it, and leaves the other screen alone', async () => {
    let finish: (answer: { status: number; body: unknown }) => void = () => undefined;
    const app = importServer().on('POST /api/product-imports', () => new Promise((resolve) => (finish = resolve)));
    const user = open('/products/import', app);
    await dropCsvFile();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Products' }));
    await screen.findByRole('link', { name: 'Import' });
    const address = window.location.href;
    finish({ status: 201, body: buildImport() });
    await findToast('list.csv has been read');
    expect(window.location.href).toBe(address);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('list.csv')).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe('/products/import?import=7');
  });

  it.each([
    ['plain', 'An Excel workbook, first sheet “Prices”.'],
    ['wix', 'A product export of Wix, as an Excel workbook, first sheet “Prices”.'],
  ] as const)('that is a workbook (%s) is named so, with the sheet that is read', async (format, text) => {
    open('/products/import?import=7', importServer(buildImport({ format, isWorkbook: true, sheet: 'Prices' })));
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  });

  it('that is in Windows-1252 is said to be, and what to do where that is a mistake', async () => {
    open('/products/import?import=7', importServer(buildImport({ encoding: 'windows-1252' })));
    const text = 'in Windows-1252. If letters look wrong, save it as “CSV UTF-8”.';
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  });

  it('that cannot be read says why, and can be sent again', async () => {
    const app = importServer().on('POST /api/product-imports', refusal(400, 'The file is empty'));
    const user = open('/products/import', app);
    await dropCsvFile();
    expect((await screen.findByRole('alert')).textContent).toContain('The file is empty');
    app.on('POST /api/product-imports', { status: 201, body: buildImport() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Import [0-9]/ })).toBeTruthy();
    expect(
      new Set(app.callsTo('POST /api/product-imports').map(({ headers }) => headers.get('idempotency-key'))).size,
    ).toBe(1);
  });
});
