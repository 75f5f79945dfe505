import type { ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createQueryClient } from '../../../app/query-client';
import { findToast, open } from '../../../../test/open';
import {
  applied,
  buildImport,
  buildRow,
  conflicting,
  dropCsvFile,
  IMPORTED,
  importServer,
  REVERT,
  undone,
} from '../../../../test/product-import';
import { refusal, stale, versioned, type Answer } from '../../../../test/server';

const done = buildImport({ state: 'applied', written: 3 });

describe('applying', () => {
  it('says how far it is, then what was done, and takes it back', async () => {
    let finish: (answer: { body: unknown }) => void = () => undefined;
    const app = importServer()
      .on('POST /api/product-imports/7/apply', () => new Promise((resolve) => (finish = resolve)))
      .on(REVERT, undone);
    const user = open('/products/import?import=7', app);
    expect(await screen.findByText('Will add 2 products and change 1. 1 row has errors and is skipped.')).toBeTruthy();
    app.on('GET /api/product-imports/7', { body: buildImport({ state: 'applying', written: 2 }) });
    await user.click(screen.getByRole('button', { name: /^Import [0-9]/ }));
    expect((await screen.findByLabelText('Importing… 2 of 3. All or nothing.')).getAttribute('value')).toBe('2');
    app.on('GET /api/product-imports/7', { body: applied });
    finish({ body: applied });
    expect(await screen.findByText(IMPORTED)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Import undone.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result' }));
    expect(window.location.search).toBe('?import=7&undone=0');
  });

  it.each([
    ['done', { body: done }, IMPORTED, false],
    ['refused', refusal(409, 'Update the preview'), 'Update the preview', true],
    ['lost', { status: 504, body: '' }, 'Nobody knows yet how the import ended.', true],
  ])('that is %s when one has left is in a message that leads to it', async (_, answer, text, destructive) => {
    let finish: (answer: Answer) => void = () => undefined;
    const app = importServer().on(
      'POST /api/product-imports/7/apply',
      () => new Promise((resolve) => (finish = resolve)),
    );
    const user = open('/products/import', app);
    await dropCsvFile();
    await user.click(await screen.findByRole('button', { name: /^Import [0-9]/ }));
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Products' }));
    await screen.findByRole('link', { name: 'Import' });
    finish(answer);
    expect((await findToast(`${text} (list.csv)`)).destructive).toBe(destructive);
    expect(window.location.pathname).toBe('/products');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('list.csv')).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe('/products/import?import=7');
  });

  it.each<[string, Answer, ProductImportDto, [role: string, name: RegExp], number]>([
    ['done', { body: done }, done, ['link', /View products/], 0],
    ['refused', refusal(409, 'Update the preview'), buildImport(), ['button', /^Import [0-9]/], 1],
  ])('that is %s when one has come back is in a message if the screen does not say so', async (...given) => {
    const [, answer, found, [role, name], messages] = given;
    let finish: (answer: Answer) => void = () => undefined;
    const app = importServer().on(
      'POST /api/product-imports/7/apply',
      () => new Promise((resolve) => (finish = resolve)),
    );
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: /^Import [0-9]/ }));
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Products' }));
    await screen.findByRole('link', { name: 'Import' });
    app.on('GET /api/product-imports/7', { body: buildImport({ state: 'applying' }) });
    act(() => window.history.back());
    await screen.findByLabelText(/^Importing/);
    app.on('GET /api/product-imports/7', { body: found });
    finish(answer);
    await screen.findByRole(role, { name });
    await waitFor(() => expect(document.querySelectorAll('.toast')).toHaveLength(messages));
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
  });

  it('is still undone after a reload', async () => {
    open('/products/import?import=7&undone=2%2B', importServer(applied));
    expect(await screen.findByText('Import undone. At least 2 products keep what was changed.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('that is refused says why, and can be tried again under the same key', async () => {
    const app = importServer().on(
      'POST /api/product-imports/7/apply',
      refusal(409, 'Since the preview, somebody has changed a product of this file. Update the preview'),
    );
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: /^Import [0-9]/ }));
    expect(await screen.findByText(/Since the preview/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Import [0-9]/ }));
    await waitFor(() => expect(app.callsTo('POST /api/product-imports/7/apply')).toHaveLength(2));
    expect(
      new Set(app.callsTo('POST /api/product-imports/7/apply').map(({ headers }) => headers.get('idempotency-key')))
        .size,
    ).toBe(1);
  });

  it('that was refused offers to compare it again, and is as good as new then', async () => {
    const found = buildImport({
      counts: { new: 3, changed: 0, unchanged: 0, bad: 0, part: 0, warned: 0, usingPlaceholder: 0 },
    });
    const refused = refusal(409, 'Since the preview, somebody has changed a product of this file. Update the preview');
    const user = open(
      '/products/import?import=7',
      importServer(found)
        .on('POST /api/product-imports/7/apply', refused)
        .on('PUT /api/product-imports/7/mapping', { body: found }),
    );
    await user.click(await screen.findByRole('button', { name: /^Import [0-9]/ }));
    expect(await screen.findByText(/Since the preview/)).toBeTruthy();
    expect(screen.getByText('Columns').closest('details')?.open).toBe(false);
    const section = screen.getByRole('region', { name: 'Import' });
    await user.click(within(section).getByRole('button', { name: 'Update preview' }));
    await waitFor(() => expect(screen.queryByText(/Since the preview/)).toBeNull());
    expect(within(section).queryByRole('button', { name: 'Update preview' })).toBeNull();
    expect(document.activeElement).toBe(section);
  });

  it('that is refused because another window updated the preview shows the new one', async () => {
    const app = importServer();
    app.on('GET /api/product-imports/7', versioned(1, buildImport()));
    app.on('POST /api/product-imports/7/apply', ({ headers }) => {
      if (headers.get('if-match') === '"2"') return { body: applied };
      const compared = buildImport({ counts: { ...buildImport().counts, new: 8 } });
      app.on('GET /api/product-imports/7', versioned(2, compared));
      app.on('GET /api/product-imports/7/rows', { body: [buildRow({ name: 'Disc of the other window' })] });
      return stale(2, compared);
    });
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: 'Import 3 products' }));
    const button = await screen.findByRole('button', { name: 'Import 9 products' });
    expect(screen.getByText(/^The preview was updated in another window/)).toBeTruthy();
    expect(await screen.findByText('Disc of the other window')).toBeTruthy();
    await user.click(button);
    expect(await screen.findByText(IMPORTED)).toBeTruthy();
  });

  it('that somebody else has done in between shows what was done', async () => {
    const app = importServer();
    app.on('POST /api/product-imports/7/apply', () => {
      app.on('GET /api/product-imports/7', { body: applied });
      return refusal(409, 'This import has been applied');
    });
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: /^Import [0-9]/ }));
    expect(await screen.findByText(IMPORTED)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result' }));
  });

  it.each([
    [2, '1 product was changed since.', '1 product keeps what was changed.'],
    [500, 'At least 250 products were changed since.', 'At least 250 products keep what was changed.'],
  ])('keeps what was changed since, %s values of it, if told to', async (count, question, kept) => {
    const app = importServer(applied).on(REVERT, ({ body }) =>
      'otherwise' in (body as object) ? undone : conflicting(count),
    );
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(`${question} Keep what was changed and undo the rest?`)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo the rest' }));
    expect(await screen.findByText(`Import undone. ${kept}`)).toBeTruthy();
    expect(app.callsTo(REVERT)[1]?.body).toEqual({ otherwise: 'keep' });
  });

  it('is not undone where one leaves at the question, and nothing waits for an answer', async () => {
    const app = importServer(applied).on(REVERT, conflicting(2));
    const queryClient = createQueryClient();
    const user = open('/products/import?import=7', app, queryClient);
    await user.click(within(await screen.findByRole('main')).getByRole('link', { name: 'Products' }));
    await screen.findByRole('link', { name: 'Import' });
    act(() => window.history.back());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText(/Keep what was changed and undo the rest\?/);
    expect(queryClient.isMutating()).toBe(1);
    act(() => window.history.forward());
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(app.callsTo(REVERT)).toHaveLength(1);
  });

  it('says that nobody knows whether it is undone where the answer was lost', async () => {
    const app = importServer(applied).on(REVERT, { status: 504, body: '' });
    const user = open('/products/import?import=7', app);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Nobody knows yet whether the import is undone. Press Undo again.',
    );
    app.on(REVERT, undone);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Import undone.')).toBeTruthy();
    const [first, second] = app.callsTo(REVERT).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  it('is not offered where there is nothing to write', async () => {
    open(
      '/products/import?import=7',
      importServer(
        buildImport({ counts: { new: 0, changed: 0, unchanged: 4, bad: 1, part: 0, warned: 0, usingPlaceholder: 0 } }),
      ),
    );
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Import [0-9]/ })).disabled).toBe(true);
  });
});
