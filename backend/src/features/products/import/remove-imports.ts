import type { EntityManager } from 'typeorm';
import { removeInBatches } from '../../../database/remove-in-batches';

/** How long rows are kept, and imports themselves: as long as a repeated request is known. */
const ROWS_KEPT = '1 day';
const IMPORTS_KEPT = '8 days';

const REMOVE_OLD_ROWS = `
  WITH old AS (
    SELECT rows.import_id, rows.id FROM product_imports AS import JOIN product_import_rows AS rows ON rows.import_id = import.id
    WHERE import.created_at < now() - $1::interval LIMIT $2 FOR UPDATE OF import SKIP LOCKED)
  DELETE FROM product_import_rows AS rows USING old WHERE rows.import_id = old.import_id AND rows.id = old.id`;
const REMOVE_OLD = `
  WITH old AS (
    SELECT id FROM product_imports WHERE created_at < now() - $1::interval LIMIT $2 FOR UPDATE SKIP LOCKED)
  DELETE FROM product_imports USING old WHERE product_imports.id = old.id`;

const REMOVE_UNREAD_ROWS = `
  DELETE FROM product_import_rows USING product_imports AS import
  WHERE import_id = $1 AND import.id = $1 AND import.state = 'reading'`;
const REMOVE_UNREAD = "DELETE FROM product_imports WHERE id = $1 AND state = 'reading'";

/** Removes what is no longer wanted. An import that is being applied is left for the next time. */
export async function removeOldImports(database: Pick<EntityManager, 'query'>): Promise<void> {
  await removeInBatches(database, REMOVE_OLD_ROWS, [ROWS_KEPT]);
  await removeInBatches(database, REMOVE_OLD, [IMPORTS_KEPT]);
}

/** Removes an import that came to nothing, with its rows; one that is there all the same, though no answer said so, stays. */
export async function removeUnread(database: Pick<EntityManager, 'query'>, id: number): Promise<void> {
  await database.query(REMOVE_UNREAD_ROWS, [id]);
  await database.query(REMOVE_UNREAD, [id]);
}
