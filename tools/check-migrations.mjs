// Applies every migration to an empty database, takes them back and applies them again, and fails where the entities still differ.
import { withMigratedDatabase } from './lib/database.mjs';

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
  for (let undone = 0; undone < count; undone++) await source.undoLastMigration();
  await source.runMigrations();
  console.log(`The entities are what ${count} migration${count === 1 ? ' makes' : 's make'}, forwards, backwards and forwards again.`);
});
