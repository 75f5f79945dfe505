/** The migration of a module, made from its entities and from what they say of themselves. Needs the built backend. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { require, withMigratedDatabase } from '../../lib/database.mjs';
import { root } from '../../lib/process.mjs';

const folder = 'backend/src/database/migrations';

/** The file of a module's migration, or undefined. */
export function migrationOf({ plural }, kind = 'add') {
  const file = readdirSync(join(root, folder)).find((name) => name.endsWith(`-${kind}-${plural}.ts`));
  return file && `${folder}/${file}`;
}

/** The path and the text of the migration that makes a new module's tables. */
export async function addMigration(names) {
  const { upQueries } = await withMigratedDatabase((_url, source) => source.driver.createSchemaBuilder().log());
  const kind = kindOf(names);
  const isOwn = ({ query }) => [kind.table, kind.responses].some((table) => table && query.includes(`"${table}"`));
  const queries = upQueries.filter(isOwn).map(({ query }) => `    await runner.query(\`${pretty(query)}\`);`);
  const { class: className, path } = nameOf('Add', names);
  const text = `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of ${names.titles}: with what search reads of them. */
export class ${className} implements MigrationInterface {
  name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
${[...queries, ...calls(kind).map(asCall)].join('\n')}
  }

  async down(runner: QueryRunner): Promise<void> {
${drops(kind).map(asCall).join('\n')}
  }
}
`;
  return { path, text };
}

/** The path and the text of the migration that takes the tables of a module away where they were made. */
export function removeMigration(names) {
  const added = migrationOf(names);
  const [number] = /\d+/.exec(added.split('/').at(-1));
  const made = `Add${capital(names.plural)}${number}`;
  const { class: className, path } = nameOf('Remove', names);
  const text = `import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ${made} } from './${number}-add-${names.plural}';

/** Takes away what the module ${names.plural} had; what the change log says of it stays. */
export class ${className} implements MigrationInterface {
  name = '${className}';

  up(runner: QueryRunner): Promise<void> {
    return new ${made}().down(runner);
  }

  down(runner: QueryRunner): Promise<void> {
    return new ${made}().up(runner);
  }
}
`;
  return { path, text };
}

function kindOf({ singular }) {
  require(join(root, 'backend/dist/modules.js'));
  const { recordTypes } = require(join(root, 'backend/dist/records/record-type.js'));
  return recordTypes().find(({ kind }) => kind === singular);
}

function calls({ table, title, texts, responses }) {
  const own = `enable_search('${table}', '${title ?? texts[0]}')`;
  return responses ? [own, `enable_response_search('${responses}')`] : [own];
}

const drops = ({ table, responses }) => [responses, table].filter(Boolean).map((name) => `drop_record_type('${name}')`);
const asCall = (call) => `    await runner.query("SELECT ${call}");`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const pretty = (query) =>
  query.replace(
    /^(CREATE TABLE "\w+") \((.*)\)$/,
    (_all, head, columns) =>
      `\n      ${head} (\n        ${columns.replace(/, (?="|CONSTRAINT)/g, ',\n        ')}\n      )`,
  );

/** Later than every other, whatever the clock says. */
function nameOf(what, { plural }) {
  const last = Math.max(...readdirSync(join(root, folder)).map((name) => Number.parseInt(name, 10)));
  const number = Math.max(Date.now(), last + 1);
  return {
    class: `${what}${capital(plural)}${number}`,
    path: `${folder}/${number}-${what.toLowerCase()}-${plural}.ts`,
  };
}
