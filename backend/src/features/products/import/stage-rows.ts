import { setImmediate } from 'node:timers/promises';
import { In, type EntityManager } from 'typeorm';
import type { ImagesService } from '../../../images/images.service';
import type { RecordWriter } from '../../../records/record-writer';
import type { RequestContext } from '../../../records/request-context';
import { Product } from '../product.entity';
import type { FileRow } from './csv-file';
import { columnsProblem } from './import-columns';
import { asColumns, dryRunRows } from './preview-rows';
import { ProductImport } from './product-import.entity';
import { mapRows, type MappedRow } from './row-mapper';
import { validateRow, type RowResult } from './row-validation';

/** Rows that are validated before other requests get a turn. */
const YIELD_EVERY = 50;
/** Rows in one statement, and their characters. */
const BATCH = 500;
const MAX_BATCH_CHARACTERS = 1024 * 1024;

interface Staging {
  manager: EntityManager;
  /** The number of the import. */
  id: number;
  context: RequestContext;
  writer: RecordWriter;
  images: ImagesService;
}

/** Validates every row of a file against the registry, and stores the rows with their results. */
export async function stageRows(
  { manager, id, context, writer, images }: Staging,
  rows: AsyncIterable<FileRow>,
): Promise<void> {
  const { columns, placeholder } = await manager.findOneByOrFail(ProductImport, { id });
  const usable = columnsProblem(columns) === null;
  for await (const mapped of batches(mapRows(rows, columns))) {
    const current = usable ? await productsBySku(manager, mapped) : new Map<string, Product>();
    const results: { mappedRow: MappedRow; result: RowResult }[] = [];
    for (const mappedRow of mapped) {
      if (results.length % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate();
      const options = {
        current: current.get(mappedRow.sku.trim()),
        placeholder,
        prepare: async (given: string[], now: string[]) => (await images.prepare(given, now)).references,
      };
      results.push({ mappedRow, result: await validateRow(mappedRow, options) });
    }
    await dryRunRows(
      writer,
      results.map(({ mappedRow, result }) => ({ result, product: current.get(mappedRow.sku.trim()) })),
      context,
    );
    await writeRows(manager, id, results, current);
  }
  await refuseDoubles(manager, id);
}

/** The rows that an import has stored. */
export async function* storedRows(manager: EntityManager, id: number): AsyncGenerator<FileRow> {
  for (let after = 0; ;) {
    const rows = await manager.query<FileRow[]>(
      'SELECT id, cells FROM product_import_rows WHERE import_id = $1 AND id > $2 ORDER BY id LIMIT $3',
      [id, after, BATCH],
    );
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows[rows.length - 1].id;
  }
}

/** Rows that are dealt with at once: fewer where they are long, so that memory does not grow with them. */
async function* batches(mapped: AsyncIterable<MappedRow>): AsyncGenerator<MappedRow[]> {
  let batch: MappedRow[] = [];
  let size = 0;
  for await (const mappedRow of mapped) {
    batch.push(mappedRow);
    size += mappedRow.row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < BATCH && size < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

async function productsBySku(manager: EntityManager, mapped: MappedRow[]): Promise<Map<string, Product>> {
  const skus = mapped.map(({ sku }) => sku.trim()).filter((sku) => sku !== '' && !sku.includes('\0'));
  const products = await manager.find(Product, { where: { sku: In(skus) } });
  return new Map(products.map((product) => [product.sku, product]));
}

async function writeRows(
  manager: EntityManager,
  id: number,
  results: { mappedRow: MappedRow; result: RowResult }[],
  current: Map<string, Product>,
): Promise<void> {
  const rows = results.map(({ mappedRow: { row, sku }, result: { state, verdict, fields } }) => {
    const known = state === 'bad' || state === 'part' ? null : sku.trim();
    const product = known === null ? undefined : current.get(known);
    return [
      row.id,
      JSON.stringify(row.cells),
      state,
      known,
      product?.id ?? null,
      product?.version ?? null,
      fields && JSON.stringify(asColumns(fields)),
      JSON.stringify(verdict),
    ];
  });
  await manager.query(
    `INSERT INTO product_import_rows (import_id, id, cells, state, sku, product_id, product_version, fields, verdict)
     SELECT $1::integer, * FROM unnest($2::integer[], $3::json[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::json[], $9::json[])
     ON CONFLICT (import_id, id) DO UPDATE SET state = excluded.state, sku = excluded.sku, product_id = excluded.product_id,
       product_version = excluded.product_version, fields = excluded.fields, verdict = excluded.verdict`,
    [id, ...Array.from({ length: 8 }, (_, place) => rows.map((row) => row[place]))],
  );
}

/** A SKU that comes twice is bad from the second time on. */
async function refuseDoubles(manager: EntityManager, id: number): Promise<void> {
  const doubles = await manager.query<{ id: number; first: number }[]>(
    'SELECT id, first FROM (SELECT id, min(id) OVER (PARTITION BY sku) AS first FROM product_import_rows WHERE import_id = $1 AND sku IS NOT NULL) AS seen WHERE id <> first',
    [id],
  );
  // By number, and many at once: the planner cannot know how many there are.
  for (let start = 0; start < doubles.length; start += BATCH) {
    const batch = doubles.slice(start, start + BATCH);
    await manager.query(
      `UPDATE product_import_rows AS r SET state = 'bad', fields = NULL, sku = NULL,
         verdict = json_build_object('sku', verdict -> 'sku', 'name', verdict -> 'name', 'problem', 'Row ' || first || ' has this SKU already', 'warnings', verdict -> 'warnings', 'changes', '[]'::json, 'partOf', NULL)
       FROM unnest($2::integer[], $3::integer[]) AS double (id, first) WHERE r.import_id = $1 AND r.id = double.id`,
      [id, batch.map((double) => double.id), batch.map(({ first }) => first)],
    );
  }
}
