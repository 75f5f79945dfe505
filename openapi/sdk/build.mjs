/** Builds the SDK: `dist/` for `import`, `dist/cjs/` for `require`, each with its types; fails where it has grown beyond its budget. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const MOST_KB = 10;
const here = import.meta.dirname;
const dist = join(here, 'dist');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(dist, { recursive: true, force: true });
for (const [format, outDir] of [
  ['es', dist],
  ['cjs', join(dist, 'cjs')],
]) {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      minify: 'oxc',
      target: 'es2022',
      lib: { entry: join(here, 'src/index.ts'), formats: [format], fileName: () => 'index.js' },
    },
  });
}
execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.json')], { stdio: 'inherit' });
for (const file of typesIn(dist)) {
  // Node's rules want whole file names, which the generator does not write.
  const text = readFileSync(join(dist, file), 'utf8').replace(/(from |import\()(["'])(\.[^"']*)\2/g, '$1$2$3.js$2');
  writeFileSync(join(dist, file), text);
  mkdirSync(join(dist, 'cjs', file, '..'), { recursive: true });
  cpSync(join(dist, file), join(dist, 'cjs', file));
}
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');

const kb = gzipSync(readFileSync(join(dist, 'index.js'))).length / 1000;
console.log(`The SDK is ${kb.toFixed(1)} kB (gzip), of at most ${MOST_KB}.`);
if (kb > MOST_KB) {
  console.error('To mend it look at what was added to openapi/sdk/src.');
  process.exitCode = 1;
}

function typesIn(folder) {
  return readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.d.ts') && !file.startsWith('cjs'));
}
