import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { cloneDatabase } from '../../test/support/database';
import { dataSourceOptions } from './data-source';
import { migrate } from './migrate';

const FIXTURE = readFileSync(join(__dirname, '../../test/fixtures/previous-build.sql'), 'utf8');

/** Tables, keys, indexes, functions and triggers of a database, a line each. */
const SCHEMA = `
  SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attstattarget, attstorage,
    pg_get_expr(adbin, adrelid)) AS line
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND attnum > 0
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT row_to_json(record_types)::text FROM record_types
  UNION ALL SELECT row_to_json(schema_files)::text FROM schema_files
  UNION ALL SELECT name FROM migrations
  ORDER BY 1`;

/** All rows of all tables but the bookkeeping of the schema, a line each, without the columns and the record type that came later. */
async function rowsOf(source: DataSource): Promise<string[]> {
  const tables = await source.query<{ name: string; columns: string }[]>(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'public'
       AND table_name NOT IN ('migrations', 'schema_files', 'daily_bytes', 'product_import_profiles') AND column_name NOT IN ('uploaded_at', 'closed_at', 'closed_by_id', 'display_name', 'last_used_at')
       AND (table_name, column_name) NOT IN (('webhooks', 'version'), ('product_imports', 'profile'), ('attempts', 'tried_at'), ('changes', 'is_first'), ('sessions', 'id')) GROUP BY 1`,
  );
  const lines: string[] = [];
  for (const { name, columns } of tables) {
    const rows = await source.query<{ row: string }[]>(`SELECT ROW(${columns})::text AS row FROM "${name}"`);
    expect(rows.length).toBeGreaterThan(0);
    lines.push(...rows.map(({ row }) => `${name.replace('record_kinds', 'record_types')} ${row}`));
  }
  const sequences = await source.query<{ line: string }[]>(
    "SELECT concat_ws(' ', sequencename, last_value) AS line FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT IN ('migrations_id_seq', 'product_import_profiles_id_seq', 'sessions_id_seq')",
  );
  const former = lines.filter((line) => !line.startsWith('record_types (webhook,'));
  return [...former, ...sequences.map(({ line }) => line)].sort();
}

async function connect(url: string, sql?: string): Promise<DataSource> {
  if (sql) {
    const client = new Client(url);
    await client.connect();
    await client.query(sql);
    await client.end();
  }
  return new DataSource(dataSourceOptions(url)).initialize();
}

async function linesOf(source: DataSource): Promise<string[]> {
  return (await source.query<{ line: string }[]>(SCHEMA)).map(({ line }) => line);
}

let source: DataSource | undefined;
afterEach(() => source?.destroy());

it('takes over a database of the build before the first release with every row, and only once', async () => {
  source = await connect(await cloneDatabase('template0'), FIXTURE);
  const before = await rowsOf(source);
  await migrate(source);
  expect(await rowsOf(source)).toEqual(before);
  const fresh = await connect(await cloneDatabase());
  const schema = await linesOf(source);
  expect(schema).toEqual(await linesOf(fresh));
  await fresh.destroy();
  await migrate(source);
  expect([await rowsOf(source), await linesOf(source)]).toEqual([before, schema]);
});

it('logs, counts and finds what is written after that', async () => {
  source = await connect(await cloneDatabase('template0'), FIXTURE);
  await migrate(source);
  await source.query("UPDATE products SET name = 'Öse' WHERE id = 1");
  await source.query("INSERT INTO products (name, sku) VALUES ('Karabiner', 'A-3')");
  const [result] = await source.query<object[]>(`
    SELECT (SELECT search_text FROM products WHERE id = 1) AS text, (SELECT version FROM products WHERE id = 1) AS version,
      (SELECT sum(records)::integer FROM counters WHERE table_name = 'products') AS count,
      (SELECT json_agg(operation ORDER BY id) FROM changes WHERE id > 4) AS operations`);
  const text = 'ose\na-1\n4006381333931\nblau\nrot';
  expect(result).toEqual({ text, version: 4, count: 3, operations: ['update', 'insert'] });
});

it('leaves a database of an older version as it is, and says why', async () => {
  source = await connect(await cloneDatabase('template0'), FIXTURE);
  await source.query("DELETE FROM migrations WHERE name LIKE 'RareCodes%'");
  const before = await rowsOf(source);
  await expect(migrate(source)).rejects.toThrow('its last migration is WordsByStatement1795269000000');
  const functions = await source.query("SELECT FROM pg_proc WHERE proname = 'keep_history'");
  expect([functions, await rowsOf(source)]).toEqual([[{}], before]);
});
