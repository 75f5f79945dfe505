/** The migrations of a module: the one that makes its tables, and the one that takes them away. */
import { built, withMigratedDatabase } from '../../lib/database.mjs';
import { MIGRATIONS, migrationName, migrationText, queryLine } from '../../lib/migration-file.mjs';
import { MemoryTree } from './memory-tree.mjs';

/** The path and the text of the migration that makes a new module's tables, from its entities. Needs the built backend. */
export async function addMigration(names) {
  const { upQueries } = await withMigratedDatabase((_url, source) => source.driver.createSchemaBuilder().log());
  const kind = kindOf(names);
  const isOwn = ({ query }) => [kind.table, kind.responses].some((table) => table && query.includes(`"${table}"`));
  const { className, path } = migrationName(`Add${capital(names.plural)}`, new MemoryTree().children(MIGRATIONS));
  const text = await migrationText({
    className,
    comment: `The tables of ${names.titles}, with what search reads of them.`,
    up: [...upQueries.filter(isOwn), ...calls(kind)].map(queryLine),
    down: drops(kind).map(queryLine),
  });
  return { path, text };
}

/**
 * The path and the text of the migration that takes away what these migrations have made, and on the way back makes it again in
 * their order. `others` are those whose part is written by hand.
 */
export async function removeMigration(tree, { plural }, migrations, others) {
  const { className, path } = migrationName(`Remove${capital(plural)}`, tree.children(MIGRATIONS));
  const made = migrations.map((file) => ({ file, class: classIn(tree.read(file, 'utf-8')) }));
  const byHand = others.map((file) => `// By hand, in its place: what ${nameOf(file)} does to ${plural}.`);
  const text = await migrationText({
    className,
    comment: `Takes away what the module ${plural} had; what the change log says of it stays.`,
    imports: made.map((one) => `import { ${one.class} } from './${nameOf(one.file)}';`),
    up: [...byHand, 'for (const migration of [...migrations].reverse()) await migration.down(runner);'],
    down: [...byHand, 'for (const migration of migrations) await migration.up(runner);'],
    rest: `const migrations = [${made.map((one) => `new ${one.class}()`).join(', ')}];\n`,
  });
  return { path, text };
}

/** What a database needs that has applied these migrations, which are about to be deleted. */
export function cleanUpSql(tree, migrations) {
  const texts = migrations.map((file) => tree.read(file, 'utf-8'));
  const calls = texts.flatMap((text) => text.match(/drop_record_type\('\w+'\)/g) ?? []);
  const classes = texts.map((text) => `'${classIn(text)}'`);
  return [
    ...calls.map((call) => `SELECT ${call};`),
    `DELETE FROM migrations WHERE name IN (${classes.join(', ')});`,
  ].join('\n');
}

function kindOf({ singular }) {
  built('modules.js');
  return built('records/record-type.js')
    .recordTypes()
    .find(({ kind }) => kind === singular);
}

function calls({ table, title, texts, responses }) {
  const own = `enable_search('${table}', '${title ?? texts[0]}')`;
  return asQueries(responses ? [own, `enable_response_search('${responses}')`, `enable_queue('${table}')`] : [own]);
}

const drops = ({ table, responses }) =>
  asQueries([responses, table].filter(Boolean).map((name) => `drop_record_type('${name}')`));
const asQueries = (functions) => functions.map((call) => ({ query: `SELECT ${call}` }));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const classIn = (text) => /export (?:default )?class (\w+)/.exec(text)[1];
const nameOf = (path) => path.split('/').at(-1).replace(/\.ts$/, '');
