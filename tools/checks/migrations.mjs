/**
 * Applies every migration to an empty database, takes them back and applies them again, and fails where entities, files of
 * SQL and generated files differ from it, or where the released build could not run on it. With `--release`, today's becomes
 * the released one if nothing is found.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { built, withMigratedDatabase } from '../lib/database.mjs';
import { catalogue, contractions, releasedSchemaFile, usedSchema } from '../lib/released-schema.mjs';
import { outdatedFiles, schemaFindings } from '../lib/schema.mjs';
import { prepare } from '../lib/setup.mjs';

// What is checked is the build.
await prepare();

await withMigratedDatabase(async (_url, source) => {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  expectNone(
    upQueries.map(({ query }) => `The entities ask for more than the migrations make: ${query}`),
    'To mend it run: npm run migration:generate -- NameOfTheChange, then review what it wrote.',
  );
  expectNone(
    await schemaFindings(source),
    'A file of schema/ is applied at the next start: npm run build, then again.',
  );
  expectNone(
    (await outdatedFiles(source)).map((path) => `${path} is not what is generated now.`),
    'To mend it run: npm run schema',
  );
  const used = await usedSchema(source);
  expectNone(
    contractions(JSON.parse(readFileSync(releasedSchemaFile, 'utf8')), await catalogue(source)),
    'The released build still uses it, and runs beside the new one during an upgrade. Keep it until a release no longer names it in an entity.',
  );
  // The first one makes the tables: nothing comes before it.
  for (let undone = 1; undone < source.migrations.length; undone++) await source.undoLastMigration();
  await source.query('DELETE FROM schema_files');
  await built('database/migrate.js').migrate(source);
  expectNone(await schemaFindings(source), 'Check the down of the newest migrations.');
  if (process.exitCode) return;
  console.log(
    `Entities, ${source.migrations.length} migrations and the files of SQL agree, forwards, backwards and forwards again.`,
  );
  if (process.argv.includes('--release')) writeFileSync(releasedSchemaFile, `${JSON.stringify(used, null, 2)}\n`);
});

/** Prints what was found, with what mends it, and makes the check fail. */
function expectNone(findings, remedy) {
  if (findings.length === 0) return;
  for (const finding of findings) console.error(finding);
  console.error(remedy);
  process.exitCode = 1;
}
