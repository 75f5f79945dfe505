/** What is generated of the schema (`npm run schema`), and what a migrated database is compared with. Needs the built backend. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from './database.mjs';
import { root } from './process.mjs';

export const RECORD_TYPES = 'backend/src/database/schema/record-types.sql';
export const SCHEMA_PAGE = 'docs/schema.md';

/** The text of `record-types.sql` as the entities ask for it. */
export function recordTypesFile() {
  built('modules.js');
  const { recordTypes, auditedTypes, loggedTypes } = built('records/record-type.js');
  const { recordTypesSql, auditedTypeSql, loggedTypeSql } = built('records/record-type-sql.js');
  const records = [...recordTypes()].sort(byKind);
  const sql =
    recordTypesSql(records) +
    [...auditedTypes()]
      .sort(byKind)
      .map((type) => auditedTypeSql(type, records))
      .join('') +
    [...loggedTypes()].sort(byKind).map(loggedTypeSql).join('');
  return `-- Generated from the @RecordType, @AuditedType and @LoggedType of the entities: npm run schema\n\n${sql}`;
}

const byKind = (a, b) => (a.kind < b.kind ? -1 : 1);

/** Functions and triggers of ours, by name, with their definitions; those of extensions are not ours. */
async function objects(source) {
  const rows = await source.query(`
    SELECT 'function ' || oid::regprocedure AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
    UNION ALL SELECT 'trigger ' || tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/** In what the functions and triggers of a migrated database differ from the files of `schema/`, a sentence each. */
export async function schemaFindings(source) {
  const files = built('database/schema-files.js').schemaFiles();
  const all = files.map(({ sql }) => sql).join('\n');
  const present = await objects(source);
  const strangers = [...present.keys()].filter((name) => {
    const [what, id] = name.replace(/\(.*/, '').split(' ');
    return !new RegExp(`CREATE OR REPLACE ${what} ${id}\\b`, 'i').test(all);
  });
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SET LOCAL check_function_bodies = off');
  for (const { sql } of files) await runner.query(sql);
  const expected = await objects(runner);
  await runner.rollbackTransaction();
  await runner.release();
  const differing = [...expected].filter(([name, definition]) => present.get(name) !== definition);
  return [
    ...strangers.map((name) => `The ${name} is in no file of schema/: add one, or drop it in a migration.`),
    ...differing.map(
      ([name]) => `The ${name} of a migrated database is not the one in schema/: change it there alone.`,
    ),
  ];
}

/** The page about the schema, from a migrated database. */
export async function schemaPage(source) {
  const tables = await source.query(TABLES);
  const functions = built('database/schema-files.js')
    .schemaFiles()
    .filter(({ path }) => path.startsWith('functions/'))
    .map(({ path, sql }) => {
      const [comment] = sql.split('\n', 1);
      return `| \`${path.slice('functions/'.length, -'.sql'.length)}\` | ${comment.replace(/^-- /, '').replaceAll('|', '\\|')} |`;
    });
  return `# The schema

Generated from a migrated database by \`npm run schema\`. Tables and indexes come from
[migrations](../backend/src/database/migrations), functions and triggers from [files](../backend/src/database/schema) that
are applied when they change.

${tables.map(tableSection).join('\n')}
## Functions

| function | what it does |
| --- | --- |
${functions.join('\n')}
`;
}

function tableSection({ name, columns, indexes, checks, triggers }) {
  const lines = [
    `## ${name}`,
    '',
    columns.map((column) => `\`${column}\``).join(', '),
    '',
    ...[...indexes, ...checks].map((line) => `- \`${line}\``),
    ...(triggers.length > 0 ? [`- triggers: ${triggers.map((trigger) => `\`${trigger}\``).join(', ')}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const TABLES = `
  SELECT relname AS name,
    ARRAY(
      SELECT attname || ' ' || replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz')
        || CASE WHEN attnotnull THEN '' ELSE ' null' END
      FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum) AS columns,
    ARRAY(
      SELECT CASE WHEN indisprimary THEN 'primary key ' WHEN indisunique THEN 'unique ' ELSE 'index ' END
        || regexp_replace(pg_get_indexdef(indexrelid), '^.* INDEX (\\S+) ON \\S+ USING (btree )?', '\\1 ')
      FROM pg_index WHERE indrelid = pg_class.oid ORDER BY NOT indisprimary, indexrelid::regclass::text) AS indexes,
    ARRAY(
      SELECT pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid = pg_class.oid AND contype IN ('c', 'f') ORDER BY contype, conname) AS checks,
    ARRAY(
      SELECT tgname::text || ' → ' || tgfoid::regproc FROM pg_trigger
      WHERE tgrelid = pg_class.oid AND NOT tgisinternal ORDER BY tgname) AS triggers
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  ORDER BY relname`;

/** The generated files that differ from what is to be generated now. */
export async function outdatedFiles(source) {
  const wanted = { [RECORD_TYPES]: recordTypesFile(), [SCHEMA_PAGE]: await schemaPage(source) };
  return Object.keys(wanted).filter((path) => read(path) !== wanted[path]);
}

function read(path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
}
