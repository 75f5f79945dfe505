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

interface Table {
  name: string;
  columns: string;
}

/** The tables and columns of a database, but for the bookkeeping of the schema. */
function tablesOf(source: DataSource): Promise<Table[]> {
  return source.query<Table[]>(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'public'
       AND table_name NOT IN ('migrations', 'schema_files') AND column_name <> 'last_used_at' GROUP BY 1`,
  );
}

/** All rows of these tables, a line each, and the sequences that there were; of the record types, what came later is left out. */
async function rowsOf(source: DataSource, tables: Table[]): Promise<string[]> {
  const renamed = (name: string): string => name.replace('record_kinds', 'record_types');
  const there = new Set((await tablesOf(source)).map(({ name }) => name));
  const lines: string[] = [];
  for (const { name, columns } of tables) {
    const present = there.has(name) ? name : renamed(name);
    const rows = await source.query<{ row: string }[]>(`SELECT ROW(${columns})::text AS row FROM "${present}"`);
    expect(rows.length).toBeGreaterThan(0);
    lines.push(...rows.map(({ row }) => `${renamed(name)} ${row}`));
  }
  const sequences = await source.query<{ line: string }[]>(
    "SELECT concat_ws(' ', sequencename, last_value) AS line FROM pg_sequences WHERE schemaname = 'public' AND sequencename = ANY($1)",
    [tables.map(({ name }) => `${name}_id_seq`).filter((name) => name !== 'sessions_id_seq')],
  );
  const former = lines.filter(
    (line) =>
      !/^(record_types \((webhook|tag|view|product-link),|change_listeners \((trends|notifications|links),)/.test(line),
  );
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
  const tables = await tablesOf(source);
  const before = await rowsOf(source, tables);
  await migrate(source);
  expect(await rowsOf(source, tables)).toEqual(before);
  const fresh = await connect(await cloneDatabase());
  const schema = await linesOf(source);
  expect(schema).toEqual(await linesOf(fresh));
  await fresh.destroy();
  await migrate(source);
  expect([await rowsOf(source, tables), await linesOf(source)]).toEqual([before, schema]);
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
  const tables = await tablesOf(source);
  const before = await rowsOf(source, tables);
  await expect(migrate(source)).rejects.toThrow('its last migration is WordsByStatement1795269000000');
  const functions = await source.query("SELECT FROM pg_proc WHERE proname = 'keep_history'");
  expect([functions, await rowsOf(source, tables)]).toEqual([[{}], before]);
});
