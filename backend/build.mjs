/** Builds the backend into `dist`: empties it, compiles, and copies the SQL files, which tsc leaves out. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = import.meta.dirname;
const schema = join('database', 'schema');

/** Copies what the app reads at run time beside what is compiled. */
export function copySql() {
  cpSync(join(root, 'src', schema), join(root, 'dist', schema), { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  copySql();
}
