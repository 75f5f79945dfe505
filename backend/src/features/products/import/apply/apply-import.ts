import { ConflictException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PROCESS_NAME } from '../../../../database/data-source';
import { violatesConstraint } from '../../../../http/database-error';
import { columnsProblem } from '../import-columns';
import type { ProductImport } from '../product-import.entity';

/** Products written in one statement, and about their bytes: well below its time limit on a slow machine. */
const BATCH = 1000;
const BATCH_BYTES = 2 * 1024 * 1024;

const FIELDS = 'name, sku, ean, vehicle, description, images, extra_fields, status';
export const ROWS_GONE = 'The preview is no longer there. Please choose the file again';
/** Begins like the names of all connections of this process, by which `DatabaseHealth` ends them. */
const NAME = `${PROCESS_NAME} import`;
/** The same of any process, for LIKE. */
export const ANY_NAME = 'ecom-crm % import';

const INSERT_NEW = writeStaged(`
  INSERT INTO products (${FIELDS})
  SELECT ${FIELDS} FROM staged, json_populate_record(NULL::products, fields) ORDER BY staged.id RETURNING id`);
const UPDATE_CHANGED = writeStaged(`
  UPDATE products AS p SET (${FIELDS}) = (SELECT ${FIELDS} FROM json_populate_record(p, staged.fields))
  FROM staged WHERE p.id = staged.product_id RETURNING p.id`);

/** Writes what the preview promised, in a transaction that holds the import; answers how many products were written. */
export async function applyImport(manager: EntityManager, found: ProductImport): Promise<number> {
  const { id, counts, columns, file } = found;
  // Applied, it would write nothing, and its columns could not be corrected any longer.
  const problem = columnsProblem(columns, file.makeSkus);
  if (problem) throw new ConflictException(problem);
  await refuseStale(manager, found);
  try {
    const inserted = await inBatches(manager, { id, state: 'new', from: 0 }, INSERT_NEW);
    const updated = await inBatches(manager, { id, state: 'changed', from: inserted }, UPDATE_CHANGED);
    // All or nothing, also where rows are gone.
    if (inserted !== counts.new || updated !== counts.changed) throw new ConflictException(ROWS_GONE);
    return inserted + updated;
  } catch (error) {
    throw violatesConstraint(error, 'products_sku_key') ? stale(1) : error;
  }
}

/** How many products an apply under way has written; null where none is. Any process sees it, and it ends with its transaction. */
export async function writtenSoFar(manager: EntityManager, id: number): Promise<number | null> {
  const [found] = await manager.query<{ name: string }[]>(
    'SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE $1',
    [`${ANY_NAME} ${id}: %`],
  );
  return found ? Number(found.name.split(': ')[1]) : null;
}

/** Takes rows of one kind from `staged`, $1 to $4, and counts what was written. */
function writeStaged(write: string): string {
  return `
    WITH staged AS (SELECT id, product_id, fields FROM product_import_rows WHERE import_id = $1 AND state = $2 AND id > $3 AND id <= $4),
      written AS (${write})
    SELECT count(*)::int AS rows FROM written`;
}

/** Holds the products that will change; 409 where one was changed since the preview, or where a new one exists by now. */
async function refuseStale(manager: EntityManager, { id, counts }: ProductImport): Promise<void> {
  const [{ held }] = await manager.query<{ held: number }[]>(
    `SELECT count(*)::int AS held FROM (
       SELECT FROM product_import_rows AS r JOIN products AS p ON p.id = r.product_id AND p.version = r.product_version
       WHERE r.import_id = $1 AND r.state = 'changed' ORDER BY p.id FOR UPDATE OF p
     ) AS products`,
    [id],
  );
  const [{ taken }] = await manager.query<{ taken: number }[]>(
    "SELECT count(*)::int AS taken FROM product_import_rows JOIN products USING (sku) WHERE import_id = $1 AND product_import_rows.state = 'new'",
    [id],
  );
  const changed = counts.changed - held + taken;
  if (changed > 0) throw stale(changed);
}

function stale(products: number): ConflictException {
  return new ConflictException(
    `Since the preview, somebody has changed ${products === 1 ? 'a product' : `${products} products`} of this file. Update the preview`,
  );
}

/** Writes the rows of one kind, many at once, and says how far it is. */
async function inBatches(
  manager: EntityManager,
  { id, state, from }: { id: number; state: 'new' | 'changed'; from: number },
  write: string,
): Promise<number> {
  let written = 0;
  for (let after = 0; ;) {
    const [{ last }] = await manager.query<{ last: number | null }[]>(
      `SELECT max(id) AS last, set_config('application_name', $4, true)
       FROM (
         SELECT id, sum(octet_length(fields::text)) OVER (ORDER BY id) - octet_length(fields::text) AS bytes_before
         FROM (SELECT id, fields FROM product_import_rows WHERE import_id = $1 AND state = $2 AND id > $3 ORDER BY id LIMIT $5) AS next
       ) AS sized WHERE bytes_before < $6`,
      [id, state, after, `${NAME} ${id}: ${from + written}`, BATCH, BATCH_BYTES],
    );
    if (last === null) return written;
    const [{ rows }] = await manager.query<{ rows: number }[]>(write, [id, state, after, last]);
    written += rows;
    after = last;
  }
}
