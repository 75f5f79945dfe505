import { existsSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { join } from 'node:path';

/**
 * Takes the packages of the start from the one file that the build has made of them (`backend/packages.mjs`); imported
 * first. Whoever requires one of them gets it from the cache, as if it had been read from node_modules.
 */
function usePackages(file: string): void {
  // It is there only when built, which a static import cannot ask; a dynamic one would be done after the imports that need it.
  const packages = createRequire(__filename)(file) as Record<string, () => unknown>;
  for (const [name, load] of Object.entries(packages)) {
    const path = require.resolve(name);
    require.cache[path] = Object.defineProperty(Object.assign(new Module(path), { filename: path, loaded: true }), 'exports', { get: load });
  }
}

const file = join(__dirname, 'packages.cjs');
if (existsSync(file)) usePackages(file);
