import type { Repository } from 'typeorm';
import type { ReadRows } from '../../lists/page';
import { CSV_START } from '../../lists/send-csv';
import { nextPage } from '../../lists/send-list';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import { toAddress } from '../../images/image-reference';
import { csvLine } from '../../lists/csv';
import { FIELD_PREFIX, OTHER_FIELDS } from './import/import-columns';
import type { Product } from './product.entity';

/** Rows fetched at once. */
const BATCH = 500;
/** So many newest products are asked for their fields: of millions it would take too long. */
const MAX_SAMPLE = 100_000;
/** The most free fields that have a column of their own. */
const MAX_FIELDS = 200;

/** The registry as CSV, a piece of some hundred products at a time. It reads back as what it was, in whatever order its fields were. */
export async function* exportProducts(products: Repository<Product>, rows: ReadRows<Product>): AsyncGenerator<string> {
  const fields = await commonFields(products);
  // The header comes with the first rows: an error in reading them can still be told.
  let head = `${CSV_START}${csvLine(['SKU', 'Name', 'EAN', 'Vehicle', 'Description', 'Status', 'Images', ...fields.map((field) => FIELD_PREFIX + field), OTHER_FIELDS])}`;
  for (let page = await rows({ after: null, limit: BATCH }); ; page = await rows(nextPage(page.rows))) {
    yield head + page.rows.map((product) => productLine(product, fields)).join('');
    head = '';
    if (!page.hasMore) return;
  }
}

/** The free fields that most of the newest products have. */
async function commonFields(products: Repository<Product>): Promise<string[]> {
  const query = `SELECT field FROM (SELECT extra_fields FROM products ORDER BY id DESC LIMIT $1) AS newest,
      json_object_keys(extra_fields) AS field
    GROUP BY field ORDER BY count(*) DESC, field COLLATE "C" LIMIT $2`;
  const found = await readFromReplica(products.manager.connection, currentReplica(), (source) =>
    source.query<{ field: string }[]>(query, [MAX_SAMPLE, MAX_FIELDS]),
  );
  return found.map(({ field }) => field);
}

function productLine(
  { sku, name, ean, vehicle, description, status, images, extraFields }: Product,
  fields: string[],
): string {
  const left = new Map(Object.entries(extraFields));
  const values = fields.map((field) => left.get(field) ?? null);
  for (const field of fields) left.delete(field);
  const others = left.size === 0 ? '' : JSON.stringify(Object.fromEntries(left));
  return csvLine([sku, name, ean, vehicle, description, status, imageCell(images.map(toAddress)), ...values, others]);
}

/** An address a line; one with a comma has a line end behind it, so that it is not taken for two. */
function imageCell(images: string[]): string {
  return images.length === 1 && images[0].includes(',') ? `${images[0]}\n` : images.join('\n');
}
