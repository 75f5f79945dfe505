// npm run migration:generate -- NameOfTheChange: writes the migration from the present schema to the entities.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMigratedDatabase } from '../lib/database.mjs';
import { MIGRATIONS, migrationName, migrationText, queryLine } from '../lib/migration-file.mjs';
import { root, say } from '../lib/process.mjs';

const name = process.argv[2];
if (!/^[A-Z][A-Za-z0-9]+$/.test(name ?? '')) {
  console.error('Give the migration a name in CamelCase: npm run migration:generate -- AddProductWeight');
  process.exit(1);
}
execFileSync(process.execPath, [join(root, 'backend/build.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
const { upQueries, downQueries } = await withMigratedDatabase((_url, source) =>
  source.driver.createSchemaBuilder().log(),
);
if (upQueries.length === 0) {
  console.error('The entities ask for nothing that the migrations do not make: there is nothing to write.');
  process.exit(1);
}
const { className, path } = migrationName(name, readdirSync(join(root, MIGRATIONS)));
const [up, down] = [upQueries, downQueries.reverse()].map((queries) => queries.map(queryLine));
writeFileSync(join(root, path), await migrationText({ className, up, down }));
say(`Wrote ${path}: read it.`);
