import { HttpException } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { BeforeWriteHook } from '../../../records/before-write';
import type { RequestContext } from '../../../records/request-context';
import type { RecordWriter } from '../../../records/record-writer';
import { Product } from '../product.entity';
import type { RowResult } from './row-validation';

const BATCH = 500;

interface Row {
  id: number;
  product_id: number | null;
  fields: Record<string, unknown>;
}

/** Rows that a hook refuses become bad. What the hooks write is rolled back here, and written when the import is applied. */
export async function dryRunRows(
  writer: RecordWriter,
  results: { result: RowResult; product: Product | undefined }[],
  context: RequestContext,
): Promise<void> {
  const hooks = writer.hooksFor(Product);
  if (!hooks) return;
  const dryRunContext = { ...context, idempotency: null, dryRun: true };
  await writer.transaction(dryRunContext, async (manager) => {
    for (const { result, product } of results) {
      if (!result.fields) continue;
      const before = product ?? null;
      const writing = { operation: writeOf(before), before, context: dryRunContext, manager };
      await hooks({ ...product, ...result.fields }, writing).catch((error: unknown) => {
        if (!(error instanceof HttpException)) throw error;
        const verdict = { ...result.verdict, problem: error.message, changes: [], values: undefined };
        Object.assign(result, { state: 'bad', fields: null, verdict });
      });
    }
  });
}

/** Shows every product that an import will write to the hooks, and keeps what they make of it. The row that one refuses is named. */
export async function previewRows(
  manager: EntityManager,
  importId: number,
  { hooks, context }: { hooks: BeforeWriteHook<Product>; context: RequestContext },
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await manager.query<Row[]>(
      "SELECT id, product_id, fields FROM product_import_rows WHERE import_id = $1 AND id > $2 AND state IN ('new', 'changed') ORDER BY id LIMIT $3",
      [importId, after, BATCH],
    );
    const products = await manager.find(Product, { where: { id: In(rows.map((row) => row.product_id)) } });
    for (const row of rows) {
      const before = products.find(({ id }) => id === row.product_id) ?? null;
      const input = { ...before, ...asProperties(row.fields) };
      await hooks(input, { operation: writeOf(before), before, context, manager }).catch((error: unknown) => {
        if (!(error instanceof HttpException)) throw error;
        throw new HttpException({ message: `Row ${row.id}: ${error.message}` }, error.getStatus());
      });
      row.fields = asColumns(input);
    }
    await manager.query(
      'UPDATE product_import_rows AS r SET fields = seen.fields FROM unnest($2::integer[], $3::json[]) AS seen (id, fields) WHERE r.import_id = $1 AND r.id = seen.id',
      [importId, rows.map(({ id }) => id), rows.map(({ fields }) => JSON.stringify(fields))],
    );
    if (rows.length < BATCH) return;
    after = rows[rows.length - 1].id;
  }
}

/** By the names of the columns in the database. */
export function asColumns({ extraFields, ...fields }: Partial<Product>): Record<string, unknown> {
  return extraFields === undefined ? fields : { ...fields, extra_fields: extraFields };
}

function asProperties({ extra_fields: extraFields, ...fields }: Record<string, unknown>): Partial<Product> {
  return extraFields === undefined ? fields : { ...fields, extraFields: extraFields as Product['extraFields'] };
}

function writeOf(before: Product | null): 'insert' | 'update' {
  return before ? 'update' : 'insert';
}
