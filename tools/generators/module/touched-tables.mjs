/** Which migrations touch the tables of a module, by what their code says. */
import { MIGRATIONS } from '../../lib/migration-file.mjs';
import { filesOf } from './living.mjs';

const IN_SCHEMA = String.raw`(?:"?public"?\.)?["'\`]?`;
/** What stands before the name of a table that a statement, or a method of the query runner, changes. */
const WRITES = [
  String.raw`\b(?:CREATE|ALTER|DROP|TRUNCATE|LOCK)\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:ONLY\s+)?`,
  String.raw`\b(?:INSERT\s+INTO|DELETE\s+FROM|TRUNCATE|COMMENT\s+ON\s+(?:TABLE|COLUMN))\s+(?!TABLE\b)`,
  String.raw`\bUPDATE\s+(?:ONLY\s+)?(?=\S+\s+(?:AS\s+\w+\s+)?SET\b)`,
  String.raw`\b(?:INDEX|TRIGGER)\b[^;]*?\bON\s+(?:ONLY\s+)?`,
  String.raw`\b(?:enable_search|enable_response_search|drop_record_type)\(`,
  String.raw`unner\.(?!query\b)\w+\(\s*`,
].map((before) => new RegExp(before + IN_SCHEMA + String.raw`(\w+)`, 'gi'));

/**
 * The migrations of a module since it was last taken away: `own` touch its tables alone, `mixed` those of others too
 * (`tables`). Oldest first, the one that made it in front; none where no `new:module` has made it.
 */
export function migrationsOf(tree, names) {
  const since = filesSinceRemoval(tree, names);
  const first = since.findIndex((file) => file.endsWith(`-add-${names.plural}.ts`));
  if (first < 0) return { own: [], mixed: [] };
  const migrations = since.slice(first).map((file) => ({ path: `${MIGRATIONS}/${file}`, code: codeOf(tree, file) }));
  const tables = new Set([...entityTables(tree, names), ...tablesWritten(migrations[0].code)]);
  const touching = migrations
    .filter(({ code }) => [...tables].some((table) => mentions(code, table)))
    .map(({ path, code }) => ({ path, tables: tablesWritten(code).filter((table) => !tables.has(table)) }));
  return {
    own: touching.filter((one) => one.tables.length === 0).map(({ path }) => path),
    mixed: touching.filter((one) => one.tables.length > 0),
  };
}

/** Whether `new:module` ended before it wrote the migration: the module has tables, and no migration makes them. */
export function isHalfMade(tree, names) {
  const tables = entityTables(tree, names);
  const codes = filesSinceRemoval(tree, names).map((file) => codeOf(tree, file));
  return tables.length > 0 && !tables.some((table) => codes.some((code) => mentions(code, table)));
}

function filesSinceRemoval(tree, names) {
  const all = tree.children(MIGRATIONS).filter((file) => file.endsWith('.ts'));
  return all.slice(all.findLastIndex((file) => file.endsWith(`-remove-${names.plural}.ts`)) + 1);
}

/** The code of a migration without its comments. */
function codeOf(tree, file) {
  return tree.read(`${MIGRATIONS}/${file}`, 'utf-8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|--.*$/gm, '');
}

function entityTables(tree, names) {
  const code = [...filesOf(tree, names).values()].join('\n');
  return [...code.matchAll(/@Entity\(\s*(?:\{[^}]*?name:\s*)?'(\w+)'/g)].map(([, table]) => table);
}

function tablesWritten(code) {
  return [...new Set(WRITES.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table]) => table)))];
}

/** Whether the table, or an index or a constraint that is named after it, stands in quotes or where SQL has a table. */
function mentions(code, table) {
  const before = String.raw`\b(?:TABLE|ON|INTO|UPDATE|FROM|JOIN|ONLY|EXISTS|REFERENCES|USING)\s+(?:public\.)?`;
  return new RegExp(`["'\`]${table}(?:_\\w+)?["'\`]|${before}${table}\\b`, 'i').test(code);
}
