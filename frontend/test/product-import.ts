import type { ImportRowDto, ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fireEvent, screen } from '@testing-library/react';
import { fakeServer } from './open';
import type { Answer, FakeServer } from './server';

/** An import as the server answers it; a test gives what matters to it. */
export function buildImport(found: Partial<ProductImportDto> = {}): ProductImportDto {
  return {
    id: 7,
    state: 'ready',
    format: 'plain',
    separator: ';',
    encoding: 'utf-8',
    isWorkbook: false,
    sheet: null,
    columns: [
      { header: 'SKU', target: 'sku', samples: ['A-1'] },
      { header: 'Name', target: 'name', samples: ['Disc'] },
      { header: 'Axle', target: 'field', field: 'Axle', samples: [] },
    ],
    proposal: [{ target: 'sku' }, { target: 'name' }, { target: 'field', field: 'Axle' }],
    ignored: [],
    problem: null,
    makeSkus: true,
    profile: null,
    placeholder: null,
    counts: { new: 2, changed: 1, unchanged: 4, bad: 1, part: 0, warned: 0, usingPlaceholder: 0 },
    written: 0,
    changeSet: null,
    createdAt: '2026-11-21T09:30:00.000Z',
    ...found,
  };
}

/** A row of the preview. */
export function buildRow(row: Partial<ImportRowDto> = {}): ImportRowDto {
  return {
    row: 2,
    state: 'new',
    sku: 'A-1',
    name: 'Disc',
    problem: null,
    warnings: [],
    usesPlaceholder: false,
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

/** A server that takes the file and has three of its rows. */
export function importServer(found: ProductImportDto = buildImport()): FakeServer {
  return fakeServer()
    .on('POST /api/product-imports', { status: 201, body: found })
    .on('GET /api/product-imports/7', { body: found })
    .on('GET /api/product-imports/7/rows', ({ query }) => ({
      body: rows.filter(({ state }) => [null, state as string].includes(query.get('state'))),
    }));
}

/** Drops a file where one is asked for. */
export async function dropCsvFile(): Promise<void> {
  const area = await screen.findByRole('button', { name: /Choose a CSV or Excel file/ });
  fireEvent.drop(area, { dataTransfer: { files: [new File(['SKU,Name'], 'list.csv', { type: 'text/csv' })] } });
}

const CHANGE_SET = '0b54d1a6-6c2c-4a7e-9a2b-5f1f6f0c4a11';
/** Undoes an import that was applied. */
export const REVERT = `POST /api/change-sets/${CHANGE_SET}/revert`;

/** What the screen says then. */
export const IMPORTED = 'Imported: 3 products.';
export const applied = buildImport({ state: 'applied', written: 3, changeSet: CHANGE_SET });
export const undone = { body: { changeSet: CHANGE_SET, changes: [] } };

/** The answer to an undo where somebody has changed so many values since, two of each product. */
export function conflicting(count: number): Answer {
  const conflict = { kind: 'product', field: 'name', version: 4, restore: 'Old', current: 'Newest' };
  // Two in each product.
  const conflicts = Array.from({ length: count }, (_none, index) => ({ ...conflict, recordId: index >> 1 }));
  return { status: 409, body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts } };
}
