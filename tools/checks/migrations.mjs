/**
 * Applies every migration to an empty database, takes them back and applies them again, and fails where the entities still
 * differ, or where the released build could not run on the newest schema. `--release` makes today's the released one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { withMigratedDatabase } from '../lib/database.mjs';
import { catalogue, contractions, releasedSchemaFile, usedSchema } from '../lib/released-schema.mjs';

await withMigratedDatabase(async (_url, source) => {
  const count = source.migrations.length;
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  for (const { query } of upQueries) console.error(query);
  if (upQueries.length > 0) {
    console.error('The entities ask for more than the migrations make.');
    console.error('To mend it run: npm run migration:generate -- NameOfTheChange, then review what it wrote');
    process.exitCode = 1;
    return;
  }
  if (process.argv.includes('--release')) {
    writeFileSync(releasedSchemaFile, `${JSON.stringify(await usedSchema(source), null, 2)}\n`);
    return;
  }
  const taken = contractions(JSON.parse(readFileSync(releasedSchemaFile, 'utf8')), await catalogue(source));
  for (const line of taken) console.error(line);
  if (taken.length > 0) {
    console.error(
      'The released build still uses it, and runs beside the new one during an upgrade. Keep it until a release no longer names it in an entity.',
    );
    process.exitCode = 1;
    return;
  }
  for (let undone = 0; undone < count; undone++) await source.undoLastMigration();
  await source.runMigrations();
  console.log(
    `The entities are what ${count} migration${count === 1 ? ' makes' : 's make'}, forwards, backwards and forwards again.`,
  );
});
