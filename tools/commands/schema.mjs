/** Writes `schema/record-types.sql` from the entities, and docs/schema.md from a migrated database (`npm run schema`). */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPath, withMigratedDatabase } from '../lib/database.mjs';
import { root, say } from '../lib/process.mjs';
import { RECORD_TYPES, recordTypesFile, SCHEMA_PAGE, schemaPage } from '../lib/schema.mjs';

execFileSync(process.execPath, [join(root, 'backend/build.mjs')], { stdio: 'inherit' });
const sql = recordTypesFile();
for (const path of [join(root, RECORD_TYPES), builtPath('database/schema/record-types.sql')]) writeFileSync(path, sql);
await withMigratedDatabase(async (_url, source) => {
  writeFileSync(join(root, SCHEMA_PAGE), await schemaPage(source));
});
say(`Wrote ${RECORD_TYPES} and ${SCHEMA_PAGE}.`);
