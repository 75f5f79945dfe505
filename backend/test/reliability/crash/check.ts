import { Client } from 'pg';
import type { Known } from './load';

/** What a database shows against what the answers promised. */
export interface Findings {
  /** Acknowledged records that are not there, or not as acknowledged. */
  lost: number;
  /** Records that nobody acknowledged: something was done twice. */
  doubled: number;
  orphans: number;
  /** Records that the change log does not yield, and images whose uses are miscounted. */
  unlogged: number;
  /** What amcheck has to say about tables and indexes. */
  damaged: string[];
}

const TEXTS: Record<Known['table'], { text: string; status: string }> = {
  problems: { text: 'title', status: 'status' },
  customer_questions: { text: 'title', status: 'status' },
  updates: { text: 'title', status: 'status' },
  problem_responses: { text: 'response', status: 'NULL' },
  question_responses: { text: 'response', status: 'NULL' },
};

/** Compares the whole database with the records that must be in it. */
export async function check(url: string, known: Known[]): Promise<Findings> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return {
      ...(await compareRecords(client, known)),
      orphans: await countOrphans(client),
      unlogged: await countUnlogged(client),
      damaged: await findDamage(client),
    };
  } finally {
    await client.end();
  }
}

async function compareRecords(client: Client, known: Known[]): Promise<{ lost: number; doubled: number }> {
  const wanted = new Set(
    known.map(({ table, id, text, status, version }) => JSON.stringify([table, id, text, status ?? null, version])),
  );
  const expected = new Map(known.map(({ table, id, text }) => [`${table} ${id}`, text]));
  let found = 0;
  let doubled = 0;
  for (const [table, { text, status }] of Object.entries(TEXTS)) {
    const { rows } = await client.query<unknown[]>({
      text: `SELECT '${table}', id, ${text}, ${status}, version FROM ${table}`,
      rowMode: 'array',
    });
    for (const row of rows) {
      if (wanted.has(JSON.stringify(row))) found++;
      else if (expected.get(`${table} ${String(row[1])}`) !== row[2]) doubled++;
    }
  }
  return { lost: wanted.size - found, doubled };
}

async function countOrphans(client: Client): Promise<number> {
  return count(
    client,
    `
    SELECT count(*) FROM (
      SELECT 1 FROM problem_responses AS r WHERE NOT EXISTS (SELECT FROM problems WHERE id = r.problem_id)
      UNION ALL SELECT 1 FROM question_responses AS r WHERE NOT EXISTS (SELECT FROM customer_questions WHERE id = r.question_id)
    ) AS orphans`,
  );
}

/** Every record is what its entries add up to, every deleted one has a deletion for its last entry, and images are counted right. */
export async function countUnlogged(client: Client): Promise<number> {
  const { rows: kinds } = await client.query<{ kind: string; table: string }>(
    'SELECT kind, table_name AS "table" FROM record_types',
  );
  let unlogged = 0;
  for (const { kind, table } of kinds) {
    unlogged += await count(
      client,
      `
      WITH entries AS (
        SELECT record_id, (array_agg(operation ORDER BY id DESC))[1] AS last, max(version) AS version,
          count(*) FILTER (WHERE operation = 'insert') AS inserts, count(*) FILTER (WHERE operation = 'update') AS updates
        FROM changes WHERE kind = '${kind}' GROUP BY record_id
      ), states AS (
        SELECT record_id, jsonb_object_agg(key, value::jsonb ORDER BY id) AS state
        FROM changes, json_each(after) WHERE kind = '${kind}' GROUP BY record_id
      )
      SELECT count(*) FROM (SELECT * FROM entries LEFT JOIN states USING (record_id)) AS log
      FULL JOIN ${table} AS t ON t.id = log.record_id AND log.last <> 'delete'
      WHERE (t.id IS NULL AND log.last <> 'delete') OR (t.id IS NOT NULL AND (log.record_id IS NULL OR log.version <> t.version
        OR log.inserts <> 1 OR log.updates <> t.version - 1 OR log.state <> to_jsonb(t) - 'search_text' - 'version' - 'waiting_since'))`,
    );
  }
  return (
    unlogged +
    (await count(
      client,
      `
    SELECT count(*) FROM images AS i WHERE uses <> (
      SELECT count(*) FROM (
        SELECT image_hashes(images) AS hash FROM problems UNION ALL SELECT image_hashes(images) FROM products
        UNION ALL SELECT image_hashes((after -> 'images')::jsonb) FROM changes WHERE json_typeof(after -> 'images') = 'array'
      ) AS uses WHERE hash = i.sha256)`,
    ))
  );
}

/** Every index against its table, and every table's pages. */
async function findDamage(client: Client): Promise<string[]> {
  await client.query('CREATE EXTENSION IF NOT EXISTS amcheck');
  const { rows: indexes } = await client.query<{ oid: number; method: string; name: string }>(`
    SELECT i.indexrelid AS oid, amname AS method, c.relname AS name FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_am AS a ON a.oid = c.relam
    WHERE c.relnamespace = 'public'::regnamespace AND c.relpersistence = 'p'`);
  const damaged: string[] = [];
  // Before PostgreSQL 18 amcheck looks neither into gin nor for what should be unique.
  const {
    rows: [{ isNew }],
  } = await client.query<{ isNew: boolean }>(
    `SELECT current_setting('server_version_num')::integer >= 180000 AS "isNew"`,
  );
  for (const { oid, method, name } of indexes.filter(({ method }) => isNew || method !== 'gin')) {
    const statement =
      method === 'gin'
        ? 'SELECT gin_index_check($1)'
        : `SELECT bt_index_parent_check($1, true, true${isNew ? ', true' : ''})`;
    await client.query(statement, [oid]).catch((error: Error) => damaged.push(`${name}: ${error.message}`));
  }
  const { rows } = await client.query<{ name: string; msg: string }>(`
    SELECT c.relname AS name, msg FROM pg_class AS c, verify_heapam(c.oid) WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'`);
  return [...damaged, ...rows.map(({ name, msg }) => `${name}: ${msg}`)];
}

async function count(client: Client, query: string): Promise<number> {
  return Number((await client.query<{ count: string }>(query)).rows[0].count);
}
