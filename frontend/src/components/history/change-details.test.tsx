import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
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
  render(<ChangeDetails change={{ ...change, ...changed }} />, { wrapper: MemoryRouter });
}

// The features make their kinds known.
beforeAll(async () => void (await import('../../app/features')));

it('leads to the records that a field named', () => {
  show({ before: { productId: null }, after: { productId: 7 } });
  expect(screen.getByRole('term').textContent).toBe('Product');
  expect(screen.getByRole('definition').textContent).toBe('from nothing →  to product 7');
  expect(screen.getByRole('link', { name: 'product 7' }).getAttribute('href')).toBe('/products/7');
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
