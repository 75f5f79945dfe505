// What a browser loads for the first view of each screen: tells the server, which announces it with the page, and fails
// where it is too much.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runnerImport } from 'vite';

const dist = join(import.meta.dirname, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const signedIn = ['index.html', 'src/app/session/signed-in.tsx'];
const {
  module: { features },
} = await runnerImport(join(import.meta.dirname, 'src/app/features.ts'), {
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'error',
});

/** The file that a route loads its screen from; as the manifest names it. */
function fileOf(load) {
  const loaded = /import\w*\("\/?(?<file>[^"]+)"/.exec(String(load))?.groups.file;
  const file = loaded && Object.keys(manifest).find((key) => key === loaded);
  if (!file) throw new Error(`The build has no chunk for the screen that ${String(load)} loads.`);
  return file;
}

/** Screen, the chunks it starts from, and its budget in kB (1000 bytes) of gzipped JavaScript. The chart comes later. */
const screens = [
  { name: '/auth', chunks: ['index.html', 'src/app/session/signed-out.tsx'], budget: 200 },
  ...features
    .flatMap(({ routes }) => routes)
    .map(({ path, load }) => ({
      name: path.replace(/:(\w+)/g, '{$1}'),
      chunks: [...signedIn, fileOf(load)],
      budget: 300,
    })),
];

/** The chunk and all it imports statically. */
function withImports(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}: correct frontend/first-views.mjs.`);
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of chunk.imports ?? []) withImports(imported, found);
  return found;
}

function gzippedKilobytes(keys) {
  const files = new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / 1000;
}

const views = screens.map(({ name, chunks, budget }) => ({
  name,
  budget,
  keys: new Set(chunks.flatMap((key) => [...withImports(key)])),
}));

const files = views.map(({ name, keys }) => {
  const scripts = [...new Set([...keys].map((key) => manifest[key].file))];
  return { path: `^${name.replaceAll('{id}', '[^/]+')}/?$`, scripts };
});
writeFileSync(join(dist, 'first-views.json'), JSON.stringify(files));

// Which of two files that need each other runs first is chance: something would be missing on some screens.
const inCircle = Object.keys(manifest).filter((key) =>
  manifest[key].imports?.some((file) => withImports(file).has(key)),
);
if (inCircle.length > 0) {
  console.error(`These files need each other: ${inCircle.join(', ')}. Correct the groups in frontend/vite.config.ts.`);
  process.exit(1);
}

const rows = views.map(({ name, keys, budget }) => ({ name, size: gzippedKilobytes(keys), budget }));

console.log('First-screen JavaScript, gzip kB');
for (const { name, size, budget } of rows) {
  console.log(`  ${name.padEnd(26)} ${size.toFixed(1).padStart(6)} of ${budget}`);
}
const over = rows.filter(({ size, budget }) => size > budget);
if (over.length > 0) {
  const names = over.map(({ name, size, budget }) => `${name} by ${(size - budget).toFixed(1)} kB`).join(', ');
  console.error(
    `Over the budget: ${names}. Load what the first view does not need with import(), or use lighter parts.`,
  );
  process.exit(1);
}
