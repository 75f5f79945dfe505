// npm run migration:generate -- NameOfTheChange: writes the migration from the present schema to the entities.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { withMigratedDatabase } from '../lib/database.mjs';
import { root } from '../lib/process.mjs';

const name = process.argv[2];
if (!/^[A-Z][A-Za-z0-9]+$/.test(name ?? '')) {
  console.error('Give the migration a name in CamelCase: npm run migration:generate -- AddProductWeight');
  process.exit(1);
}
execFileSync(process.execPath, [join(root, 'backend/build.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
await withMigratedDatabase((url) => {
  const cli = join(root, 'node_modules/typeorm/cli.js');
  const args = [
    cli,
    'migration:generate',
    '--pretty',
    '-d',
    'backend/dist/database/data-source.js',
    `backend/src/database/migrations/${name}`,
  ];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url },
  });
  process.exitCode = status ?? 1;
});
