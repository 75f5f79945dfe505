/** A released build may run next to a newer one during an upgrade, so what it reads and writes must stay in the database. */
import { join } from 'node:path';
import { root } from './process.mjs';

/** Table -> column -> its type, and `required` where an insert has to give it. */
export const releasedSchemaFile = join(root, 'backend/released-schema.json');

/** All columns in the database, by table. */
export async function catalogue(source) {
  const rows = await source.query(`
    SELECT c.relname AS table, attname AS column, format_type(atttypid, atttypmod)
      || CASE WHEN attnotnull AND NOT atthasdef AND attidentity = '' THEN ' required' ELSE '' END AS is
    FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`);
  const schema = {};
  for (const { table, column, is } of rows) (schema[table] ??= {})[column] = is;
  return schema;
}

/** What the app uses of them: the columns of its entities, and all of the tables that it reaches by SQL alone. */
export async function usedSchema(source) {
  const schema = await catalogue(source);
  for (const { tableName, columns } of source.entityMetadatas) {
    const used = columns.map(({ databaseName }) => databaseName);
    schema[tableName] = Object.fromEntries(
      Object.entries(schema[tableName]).filter(([column]) => used.includes(column)),
    );
  }
  return schema;
}

/** What the newest migrations take from the released build, a sentence each. */
export function contractions(released, now) {
  return Object.entries(released).flatMap(([table, columns]) => {
    if (!now[table]) return [`the table ${table} is gone`];
    const lost = Object.entries(columns).flatMap(([column, was]) => {
      const is = now[table][column];
      if (!is) return [`${table}.${column} is gone`];
      return is === was || `${is} required` === was ? [] : [`${table}.${column} was "${was}" and is "${is}"`];
    });
    const asked = Object.entries(now[table])
      .filter(([column, is]) => !(column in columns) && is.endsWith(' required'))
      .map(([column]) => `${table}.${column} is new, and has neither a default nor may it be null`);
    return [...lost, ...asked];
  });
}
