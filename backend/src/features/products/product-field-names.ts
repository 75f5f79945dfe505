import type { DataSource } from 'typeorm';
import { limitStatements } from '../../database/limit-statements';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import { productFields } from '../../records/product-field';

/** So many of the newest products are asked for their fields, and as many from all over the registry. */
const SAMPLE = 500;
/** The most names of a sample that are answered. */
export const MAX_NAMES = 200;

/**
 * To ask all products would be a scan of the table. So it is a sample: the newest, whose fields may be new, and some of
 * every age, as the newest may all come from one import. Each of these is found by the index of the numbers.
 */
const READ_NAMES = `
  WITH newest AS (SELECT id, extra_fields FROM products ORDER BY id DESC LIMIT $1),
    ends AS (SELECT (SELECT min(id) FROM products) AS first, (SELECT min(id) FROM newest) AS last),
    others AS (
      SELECT other.id, other.extra_fields
      FROM ends, generate_series(0, $1 - 1) AS step, LATERAL (
        SELECT id, extra_fields FROM products
        WHERE id >= first + (last - first)::bigint * step / $1 AND id < last ORDER BY id LIMIT 1) AS other)
  SELECT name FROM (SELECT * FROM newest UNION ALL SELECT * FROM others) AS sample, json_object_keys(extra_fields) AS name
  GROUP BY name ORDER BY count(DISTINCT id) DESC, name COLLATE "C" LIMIT $2`;

/** The names of extra fields: first the fields with a type, then the most common ones of a sample of the products. */
export async function readFieldNames(database: DataSource): Promise<string[]> {
  const found = await readFromReplica(database, currentReplica(), (source) =>
    source.transaction(async (manager) => {
      await limitStatements(manager);
      return manager.query<{ name: string }[]>(READ_NAMES, [SAMPLE, MAX_NAMES]);
    }),
  );
  return [...new Set([...productFields().map(({ key }) => key), ...found.map(({ name }) => name)])];
}
