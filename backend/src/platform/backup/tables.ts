import { Client, escapeIdentifier } from 'pg';

/** One table of the app, as the catalogue has it. */
export interface Table {
  name: string;
  /** Columns with data of their own, not generated ones, in their order. */
  columns: string[];
  /** What to sort by, so that equal tables read equal. */
  order: string;
  unlogged: boolean;
}

/** Where a sequence stands. */
export interface SequenceValue {
  name: string;
  /** A decimal number: it may be beyond what JSON numbers hold. */
  last: string;
  called: boolean;
}

/** Signs people in by itself, and would bring back sessions that were ended: no backup takes it along. */
const LEFT_OUT = ['sessions'];

/** Whether a backup goes without the table: credentials in use, and what is not meant to survive a crash either. */
export function isLeftOut(table: Table): boolean {
  return table.unlogged || LEFT_OUT.includes(table.name);
}

/** A table of ours by its full name, ready for SQL. */
export function qualified(name: string): string {
  return `public.${escapeIdentifier(name)}`;
}

/** All tables of the schema public, by name; without those of extensions and the list of applied SQL files. */
export async function readTables(client: Client): Promise<Table[]> {
  // Sorted by bytes: the same on every server, whatever its locale.
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name, c.relpersistence = 'u' AS unlogged,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      coalesce(
        (SELECT string_agg(quote_ident(attname) || CASE WHEN attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END, ', ' ORDER BY place)
         FROM pg_index, unnest(indkey) WITH ORDINALITY AS key (number, place), pg_attribute
         WHERE indrelid = c.oid AND indisprimary AND attrelid = indrelid AND attnum = number),
        quote_ident(c.relname) || '::text COLLATE "C"') AS "order"
    FROM pg_class AS c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_files'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
    ORDER BY c.relname COLLATE "C"`);
  return rows;
}

/** Where the sequences of the schema public stand. */
export async function readSequences(client: Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT sequencename AS name FROM pg_sequences WHERE schemaname = \'public\' ORDER BY sequencename COLLATE "C"',
  );
  const values: SequenceValue[] = [];
  for (const { name } of rows) {
    const {
      rows: [value],
    } = await client.query<Omit<SequenceValue, 'name'>>(
      `SELECT last_value::text AS last, is_called AS called FROM ${qualified(name)}`,
    );
    values.push({ name, ...value });
  }
  return values;
}

/** The migrations that have been applied, oldest first; none where the app has never used this database. */
export async function readMigrations(client: Client): Promise<string[]> {
  const {
    rows: [{ there }],
  } = await client.query<{ there: boolean }>("SELECT to_regclass('public.migrations') IS NOT NULL AS there");
  if (!there) return [];
  return (await client.query<{ name: string }>('SELECT name FROM public.migrations ORDER BY id')).rows.map(
    ({ name }) => name,
  );
}

/** The list of columns as COPY wants it. */
export function columnList(columns: string[]): string {
  return columns.map((column) => escapeIdentifier(column)).join(', ');
}

/** The statement that reads a whole table in its order. */
export function copyOutStatement({ name, columns, order }: Table): string {
  return `COPY (SELECT ${columnList(columns)} FROM ${qualified(name)} ORDER BY ${order}) TO STDOUT`;
}

/** Makes values read the same on every server, and lets the work take its time. */
export async function prepareSession(client: Client): Promise<void> {
  await client.query(`
    SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1;
    SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '30s'`);
  // So that the server notices at once when this process is killed; not every system can.
  await client.query("SET client_connection_check_interval = '2s'").catch(() => undefined);
}
