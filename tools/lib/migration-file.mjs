/** Writes a migration in the style of the project: whatever makes one uses this. */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './process.mjs';

export const MIGRATIONS = 'backend/src/database/migrations';

/** The class and the path of a new migration, such as `ReturnRefund`: later than `others`, whatever the clock says. */
export function migrationName(name, others) {
  const numbers = others.filter((other) => /^\d{13}-.*\.ts$/.test(other)).map((other) => Number.parseInt(other, 10));
  const number = Math.max(Date.now(), ...numbers.map((other) => other + 1));
  const file = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
  return { className: `${name}${number}`, path: `${MIGRATIONS}/${number}-${file}.ts` };
}

/** The text of a migration. `up` and `down` are lines of code, see `queryLine`. */
export async function migrationText({ className, comment = '', up, down, imports = [], rest = '' }) {
  const text = `import type { MigrationInterface, QueryRunner } from 'typeorm';
${imports.join('\n')}

${comment ? `/** ${comment} */\n` : ''}export class ${className} implements MigrationInterface {
  name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
    ${up.join('\n')}
  }

  async down(runner: QueryRunner): Promise<void> {
    ${down.join('\n')}
  }
}

${rest}`;
  const filepath = join(root, MIGRATIONS, 'migration.ts');
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** The line that runs a statement, as TypeORM's schema builder gives it. */
export function queryLine({ query, parameters = [] }) {
  const values = parameters.length > 0 ? `, ${JSON.stringify(parameters)}` : '';
  return `await runner.query(${literal(pretty(query.trim()))}${values});`;
}

/** In the quotes that need the fewest escapes. */
function literal(sql) {
  const text = sql.replaceAll('\\', '\\\\');
  if (!/['\n]/.test(text)) return `'${text}'`;
  if (!/["\n]/.test(text)) return `"${text}"`;
  return `\`${text.replace(/`|\$\{/g, '\\$&')}\``;
}

/** A column to a line, as deep as the code around it. */
function pretty(query) {
  return query.replace(
    /^(CREATE TABLE "\w+") \((.*)\)$/,
    (_all, head, columns) =>
      `\n      ${head} (\n        ${columns.replace(/, (?="|CONSTRAINT)/g, ',\n        ')}\n      )`,
  );
}
