import { PayloadTooLargeException } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { isFull, limitBytes } from '../../../database/limit-bytes';
import type { ImagesService } from '../../../images/images.service';
import type { RecordWriter } from '../../../records/record-writer';
import type { RequestContext } from '../../../records/request-context';
import { Product } from '../product.entity';
import type { FileRow } from './csv-file';
import { columnsProblem, lacksSku } from './import-columns';
import { asColumns, dryRunRows } from './preview-rows';
import { NO_ROWS, type ImportCounts, type ProductImport, type RowState } from './product-import.entity';
import { mapRows } from './row-mapper';
import { SkuMaker } from './values/made-skus';
import type { MappedRow } from './values/mapped-row';
import { Turn } from '../../../http/budgets/turn';
import { validateRow, type Prepare, type RowResult } from './row-validation';

/** Rows in one statement, and their characters. */
const BATCH = 500;
const MAX_BATCH_CHARACTERS = 1024 * 1024;
/** What a cell takes beyond its text: its quotation marks. An empty one is stored with them too. */
const CELL_CHARACTERS = 2;
/** Of all rows: the texts of a group are stored with each of its rows. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

const STORED_ROWS = limitBytes(
  `SELECT id, cells, octet_length(cells::text) AS "$size" FROM product_import_rows
   WHERE import_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  { names: 'id, cells', order: 'ORDER BY id', limit: BATCH },
);

interface Staging {
  manager: EntityManager;
  context: RequestContext;
  writer: RecordWriter;
  images: ImagesService;
}

/** A row with the product that has its SKU now, and what would come of it. */
interface ValidatedRow {
  mapped: MappedRow;
  product: Product | undefined;
  result: RowResult;
}

/** Validates every row of an import against the registry, and stores the rows with their results. Returns their counts. */
export async function stageRows(
  staging: Staging,
  found: ProductImport,
  rows: AsyncIterable<FileRow>,
): Promise<ImportCounts> {
  const { manager } = staging;
  const { id } = found;
  const { format, makeSkus } = found.file;
  const skus = new SkuMaker(format, makeSkus);
  await validateRows(staging, found, { rows, skus });
  // The row that has a SKU keeps it. The one before it, for which it was made, gets another: rare enough to begin again.
  if (skus.isOvertaken) {
    const others = new SkuMaker(format, makeSkus, skus.given);
    await validateRows(staging, found, { rows: storedRows(manager, id), skus: others });
  }
  await refuseDoubles(manager, id);
  return countRows(manager, id);
}

async function validateRows(
  { manager, context, writer, images }: Staging,
  { id, columns, placeholder, file: { format, hasHtml, makeSkus } }: ProductImport,
  { rows, skus }: { rows: AsyncIterable<FileRow>; skus: SkuMaker },
): Promise<void> {
  const usable = columnsProblem(columns, makeSkus) === null;
  const hasSkus = !lacksSku(columns, makeSkus);
  const prepare: Prepare = async (given, now) => (await images.prepare(given, context.userId, now)).references;
  const turn = new Turn();
  for await (const batch of batches(mapRows(rows, { columns, format, hasHtml, skus }))) {
    const products = usable ? await productsBySku(manager, batch) : new Map<string, Product>();
    const validated: ValidatedRow[] = [];
    for (const mapped of batch) {
      if (turn.isOver) await turn.yield();
      const product = productOf(mapped, products);
      validated.push({
        mapped,
        product,
        result: await validateRow(mapped, { current: product, placeholder, prepare, hasSkus }),
      });
    }
    await dryRunRows(writer, validated, context);
    await writeRows(manager, id, validated);
  }
}

/** The rows that an import has stored: fewer at once where they are long. */
export async function* storedRows(manager: EntityManager, id: number): AsyncGenerator<FileRow> {
  for (let after = 0; ;) {
    const rows = await manager.query<FileRow[]>(STORED_ROWS, [id, after, BATCH]);
    yield* rows;
    if (!isFull(rows, BATCH)) return;
    after = rows[rows.length - 1].id;
  }
}

/** Rows that are dealt with at once: fewer where they are long, so that memory does not grow with them. */
async function* batches(mapped: AsyncIterable<MappedRow>): AsyncGenerator<MappedRow[]> {
  let batch: MappedRow[] = [];
  let size = 0;
  let sizeOfAll = 0;
  for await (const mappedRow of mapped) {
    batch.push(mappedRow);
    const characters = charactersOf(mappedRow);
    size += characters;
    sizeOfAll += characters;
    if (sizeOfAll > MAX_CHARACTERS)
      throw new PayloadTooLargeException('The products of the file are too large together. Please split the file');
    if (batch.length < BATCH && size < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

function charactersOf({ row, description = '', images = [], fields, warnings }: MappedRow): number {
  const texts = [...row.cells, description, ...images, ...fields.flat(), ...warnings];
  return texts.reduce((sum, text) => sum + CELL_CHARACTERS + text.length, 0);
}

async function productsBySku(manager: EntityManager, mapped: MappedRow[]): Promise<Map<string, Product>> {
  const skus = mapped
    .flatMap(({ sku, skuIfShared = '', skuWithName = '' }) => [sku.trim(), skuIfShared, skuWithName])
    .filter((sku) => sku !== '' && !sku.includes('\0'));
  const products = await manager.find(Product, { where: { sku: In(skus) } });
  return new Map(products.map((product) => [product.sku, product]));
}

/**
 * The product with the SKU of a row. Where its SKU is that of another product of the shop, or the number of another shop's
 * product, the row has another SKU.
 */
function productOf(mapped: MappedRow, products: Map<string, Product>): Product | undefined {
  const { skuIfShared = '', skuWithName } = mapped;
  const product = products.get(mapped.sku.trim());
  const known = products.get(skuIfShared);
  if (product && known && product.name !== mapped.name?.trim() && isSame(known, mapped)) {
    mapped.warnings.push(`Another product has the SKU “${product.sku}”: this one keeps “${known.sku}”`);
    Object.assign(mapped, { sku: known.sku, isSkuMade: true });
    return known;
  }
  if (!product || !skuWithName || isSame(product, mapped)) return product;
  mapped.sku = skuWithName;
  return products.get(skuWithName);
}

/** Whether a row is the product whose number it has. Free fields do not count: many products have the same price or category. */
function isSame(product: Product, { name, ean, description, images = [] }: MappedRow): boolean {
  if (product.name === name?.trim() || product.images.some((image) => images.includes(image))) return true;
  return [
    [product.ean, ean],
    [product.description, description],
  ].some(([now, given]) => now && now === given?.trim());
}

async function writeRows(manager: EntityManager, id: number, validated: ValidatedRow[]): Promise<void> {
  const rows = validated.map(({ mapped: { row, sku }, product, result: { state, verdict, fields } }) => [
    row.id,
    JSON.stringify(row.cells),
    state,
    state === 'bad' || state === 'part' ? null : sku.trim(),
    product?.id,
    product?.version,
    fields && JSON.stringify(asColumns(fields)),
    JSON.stringify(verdict),
  ]);
  await manager.query(
    `INSERT INTO product_import_rows (import_id, id, cells, state, sku, product_id, product_version, fields, verdict)
     SELECT $1::integer, * FROM unnest($2::integer[], $3::json[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::json[], $9::json[])
     ON CONFLICT (import_id, id) DO UPDATE SET state = excluded.state, sku = excluded.sku, product_id = excluded.product_id,
       product_version = excluded.product_version, fields = excluded.fields, verdict = excluded.verdict`,
    [id, ...Array.from({ length: 8 }, (_, index) => rows.map((row) => row[index]))],
  );
}

/**
 * Of the rows with one SKU, one stays: the first whose SKU stands in the file, else the first. A row may keep the SKU that
 * was made for its product before, and another row of this file have it.
 */
async function refuseDoubles(manager: EntityManager, id: number): Promise<void> {
  const doubles = await manager.query<{ id: number; stays: number; made: boolean }[]>(
    `SELECT id, stays, made FROM (
       SELECT id, made, first_value(id) OVER (PARTITION BY sku ORDER BY made, id) AS stays
       FROM (SELECT id, sku, verdict ->> 'isSkuMade' IS NOT NULL AS made FROM product_import_rows WHERE import_id = $1 AND sku IS NOT NULL) AS rows
     ) AS seen WHERE id <> stays`,
    [id],
  );
  // By number, and many at once: the planner cannot know how many there are.
  for (let start = 0; start < doubles.length; start += BATCH) {
    const batch = doubles.slice(start, start + BATCH);
    await manager.query(
      `UPDATE product_import_rows AS r SET state = 'bad', fields = NULL, sku = NULL,
         verdict = json_build_object('sku', verdict -> 'sku', 'name', verdict -> 'name', 'problem', double.problem, 'warnings', verdict -> 'warnings', 'changes', '[]'::json, 'partOf', NULL)
       FROM unnest($2::integer[], $3::text[]) AS double (id, problem) WHERE r.import_id = $1 AND r.id = double.id`,
      [id, batch.map((double) => double.id), batch.map(doubleProblem)],
    );
  }
}

function doubleProblem({ stays, made }: { stays: number; made: boolean }): string {
  return made
    ? `Row ${stays} has the SKU that was made for this one. Give this one a SKU of its own`
    : `Row ${stays} has this SKU already`;
}

/** Counts the rows of an import by what would come of them. */
async function countRows(manager: EntityManager, id: number): Promise<ImportCounts> {
  const rows = await manager.query<{ state: RowState; rows: number; warned: number; pictureless: number }[]>(
    `SELECT state, count(*)::int AS rows, count(*) FILTER (WHERE json_array_length(verdict -> 'warnings') > 0)::int AS warned,
       count(*) FILTER (WHERE fields IS NOT NULL AND verdict ->> 'usesPlaceholder' = 'true')::int AS pictureless
     FROM product_import_rows WHERE import_id = $1 GROUP BY state`,
    [id],
  );
  const counts = { ...NO_ROWS };
  for (const { state, rows: found, warned, pictureless } of rows) {
    counts[state] = found;
    counts.warned += warned;
    counts.usingPlaceholder += pictureless;
  }
  return counts;
}
