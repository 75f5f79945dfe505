import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { buildProduct, fakeServer } from '../../../test/open';
import { createQueryClient } from '../../app/query-client';
import { ChangeDetails } from './change-details';

const change: ChangeDto = {
  cursor: 'YzoxMjM',
  changeSet: '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f',
  at: '2026-11-24T10:00:00.000Z',
  userId: 1,
  userEmail: 'anna@shop.example',
  tokenName: null,
  kind: 'return',
  recordId: 1,
  subjectKind: 'return',
  subjectId: 1,
  operation: 'update',
  version: 2,
  before: null,
  after: null,
};

function show(changed: Partial<ChangeDto>) {
  const server = fakeServer()
    .on('GET /api/tags', { body: [{ id: 3, name: 'Delivery', color: 'blue', group: null }] })
    .on('GET /api/products/7', { body: buildProduct({ id: 7, name: 'Brake disc' }) });
  window.fetch = server.fetch;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChangeDetails change={{ ...change, ...changed }} />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  );
  return server;
}

// The features make their kinds known.
beforeAll(async () => void (await import('../../app/features')));

it('leads to the records that a field named', () => {
  show({ before: { productId: null }, after: { productId: 7 } });
  expect(screen.getByRole('term').textContent).toBe('Product');
  expect(screen.getByRole('definition').textContent).toBe('from nothing →  to product 7');
  expect(screen.getByRole('link', { name: 'product 7' }).getAttribute('href')).toBe('/products/7');
});

it.each<[Partial<ChangeDto>, string, string | null]>([
  [{ operation: 'insert', after: { productId: 7, state: 'linked', kind: 'question' } }, 'Product added', '/products/7'],
  [{ operation: 'delete', before: { productId: 7, state: 'linked' } }, 'Product removed', '/products/7'],
  [{ operation: 'update', before: { state: 'linked' }, after: { state: 'rejected' } }, 'Product removed', null],
  [{ operation: 'update', before: { state: 'rejected' }, after: { state: 'linked' } }, 'Product added', null],
])('tells of a link to a product: %j', async (changed, deed, href) => {
  show({ kind: 'product-link', subjectKind: 'question', ...changed });
  expect(screen.getByText(deed)).toBeTruthy();
  const link = href ? await screen.findByRole('link', { name: 'Brake disc' }) : screen.queryByRole('link');
  expect(link?.getAttribute('href') ?? null).toBe(href);
  expect(screen.queryByRole('term')).toBeNull();
});

it('shows numbers that are of no kind of record as they are', () => {
  show({ before: { supplierId: 3 }, after: { supplierId: 4 } });
  expect(screen.getByRole('definition').textContent).toBe('from 3 →  to 4');
  expect(screen.queryByRole('link')).toBeNull();
});

it('leaves out the record that a part belongs to, and nothing else', () => {
  show({
    kind: 'question-response',
    subjectKind: 'question',
    before: { questionId: 1, productId: 3 },
    after: { questionId: 2, productId: 4 },
  });
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Product']);
});

it('names people and tags in place of their numbers, and says times as they are read', async () => {
  const until = new Date(2026, 11, 1, 8).toISOString();
  show({
    before: { assigneeId: null, tagIds: [], snoozedUntil: null },
    after: { assigneeId: 1, tagIds: [3, 9], snoozedUntil: until },
  });
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Assignee', 'Tags', 'Snooze']);
  await waitFor(() =>
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'from nobody →  to anna',
      'from nothing →  to Delivery, #9',
      'from nothing →  to 2026-12-01 08:00',
    ]),
  );
});

it('says nothing of what was not set when it was created, and reads no tags', () => {
  const server = show({
    operation: 'insert',
    version: 1,
    after: { title: 'It squeaks', assigneeId: null, snoozedUntil: null, tagIds: [] },
  });
  expect(screen.queryByRole('term')).toBeNull();
  expect(screen.getByText('Created')).toBeTruthy();
  expect(server.callsTo('GET /api/tags')).toEqual([]);
});

it.each([
  ['note', 'Note added'],
  ['customer', 'Response of the customer added'],
  ['staff', 'Response added'],
])('calls a response by its kind: %s', (kind, text) => {
  show({
    kind: 'question-response',
    subjectKind: 'question',
    operation: 'insert',
    version: 1,
    after: { kind, response: 'A' },
  });
  expect(screen.getByText(text)).toBeTruthy();
});

it.each(['constructor', '__proto__'])('shows an extra field that is called %s', (name) => {
  const extraFields = JSON.parse(`{ "${name}": "${'x'.repeat(200)}" }`) as object;
  show({ kind: 'product', subjectKind: 'product', before: { extraFields: {} }, after: { extraFields } });
  expect(screen.getByRole('term').textContent).toBe(name);
  expect(screen.getByRole('definition').textContent).toContain('xxx');
});
