import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { root } from './process.mjs';

// Inside node_modules, so that a new installation forgets them.
const folder = join(root, 'node_modules', '.cache', 'ecom-crm');

const inputs = ['backend', 'frontend', 'openapi', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'nx.json'];
const leftOut = new Set(['dist', 'node_modules', 'e2e', 'test', 'coverage', 'test-results', 'playwright-report']);
const testFile = /\.(spec|\w+-spec|test)\.tsx?$/;

/** Whether the last time this was recorded, the value was the same. */
export function isStamped(name, value) {
  const file = join(folder, name);
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

/** Records a value. */
export function stamp(name, value) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), value);
}

/** Changes when the wanted packages change. */
export function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Changes with the V8 that the build compiles for, and when a file that it reads is added, removed or saved: paths, sizes and times only, so it takes milliseconds. */
export function sourcesHash() {
  const hash = createHash('sha256').update(`${process.arch} ${cachedDataVersionTag()}\n`);
  const visit = (path) => {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (path) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      if (leftOut.has(entry.name) || testFile.test(entry.name)) continue;
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) walk(inner);
      else if (entry.isFile()) visit(inner);
    }
  };
  for (const path of inputs) {
    if (!existsSync(join(root, path))) continue;
    if (statSync(join(root, path)).isDirectory()) walk(path);
    else visit(path);
  }
  return hash.digest('hex');
}
