/** Builds the backend into `dist`: empties it, compiles, and copies the files that tsc leaves out. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = import.meta.dirname;

/** Copies SQL and plain JavaScript, which the app reads at run time, into the build. */
export function copyPlainFiles() {
  for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }))
    if (/\.(sql|mjs)$/.test(path)) cpSync(join(root, 'src', path), join(root, 'dist', path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  copyPlainFiles();
}
