// What a browser loads for the first view of each screen: tells the server, which announces it with the page, and fails
// where it is too much.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const always = ['index.html', 'src/components/toaster.tsx'];
const signedIn = [...always, 'src/app/signed-in.tsx'];
/** Screen, the chunks it starts from, and its budget in kB (1000 bytes) of gzipped JavaScript. The chart comes later. */
const screens = [
  { name: '/auth', chunks: [...always, 'src/app/signed-out.tsx'], budget: 200 },
  ...Object.entries({
    '/': 'dashboard/dashboard',
    '/products': 'products/product-list',
    '/add': 'products/product-new',
    '/products/add': 'products/product-new',
    '/products/import': 'products/product-import',
    '/products/edit/{id}': 'products/product-edit',
    '/customer-questions': 'questions/question-list',
    '/customer-questions/new': 'questions/question-new',
    '/customer-questions/{id}': 'questions/question-detail',
    '/problems': 'problems/problem-list',
    '/problems/new': 'problems/problem-new',
    '/problems/{id}': 'problems/problem-detail',
    '/problems/{id}/edit': 'problems/problem-edit',
    '/updates': 'updates/update-list',
    '/updates/new': 'updates/update-new',
    '/updates/{id}': 'updates/update-detail',
  }).map(([name, file]) => ({ name, chunks: [...signedIn, `src/features/${file}.tsx`], budget: 300 })),
];

/** The chunk and all it imports statically. */
function withImports(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}: correct the list in frontend/first-views.mjs.`);
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of chunk.imports ?? []) withImports(imported, found);
  return found;
}

function gzippedKilobytes(keys) {
  const files = new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / 1000;
}

const views = screens.map(({ name, chunks, budget }) => ({ name, budget, keys: new Set(chunks.flatMap((key) => [...withImports(key)])) }));

const files = views.map(({ name, keys }) => {
  const scripts = [...new Set([...keys].map((key) => manifest[key].file))];
  const styles = [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))];
  return { path: `^${name.replaceAll('{id}', '[^/]+')}/?$`, scripts, styles };
});
writeFileSync(join(dist, 'first-views.json'), JSON.stringify(files));

const rows = views.map(({ name, keys, budget }) => ({ name, size: gzippedKilobytes(keys), budget }));

console.log('First-screen JavaScript, gzip kB');
for (const { name, size, budget } of rows) {
  console.log(`  ${name.padEnd(26)} ${size.toFixed(1).padStart(6)} of ${budget}`);
}
const over = rows.filter(({ size, budget }) => size > budget);
if (over.length > 0) {
  const names = over.map(({ name, size, budget }) => `${name} by ${(size - budget).toFixed(1)} kB`).join(', ');
  console.error(`Over the budget: ${names}. Load what the first view does not need with import(), or use lighter parts.`);
  process.exit(1);
}
