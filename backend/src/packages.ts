import { existsSync, readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

type Packages = Record<string, () => unknown>;
type Wrapped = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

const file = join(__dirname, 'packages.cjs');
/** What V8 compiled of them in the build, for the same V8, options and kind of processor. */
export const compiledFile = join(__dirname, `packages-${process.arch}-${cachedDataVersionTag()}.compiled`);

/** Without what is compiled, each function is when it is first called, which took a sixth to a third of the start. */
function compile(): Script {
  const cachedData = existsSync(compiledFile) ? readFileSync(compiledFile) : undefined;
  // Plain ASCII, see the build.
  return new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
}

function run(script: Script): Packages {
  const module = { exports: {} };
  (script.runInThisContext() as Wrapped)(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/** What V8 has compiled once all packages are loaded: for the build, which writes it to `compiledFile`. */
export function compiledPackages(): Buffer {
  const script = compile();
  for (const load of Object.values(run(script))) load();
  return script.createCachedData();
}

/**
 * Takes the packages of the start from the one file that the build has made of them (`backend/packages.mjs`); imported
 * first. Whoever requires one of them gets it from the cache, as if it had been read from node_modules.
 */
function usePackages(): void {
  for (const [name, load] of Object.entries(run(compile()))) {
    const path = require.resolve(name);
    require.cache[path] = Object.defineProperty(
      Object.assign(new Module(path), { filename: path, loaded: true }),
      'exports',
      { get: load },
    );
  }
}

// It is there only when built.
if (existsSync(file)) usePackages();
