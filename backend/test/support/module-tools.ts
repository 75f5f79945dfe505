import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths';

/** Runs a module of code in the folder of the tools, with the project's files as `tree`, and answers what it writes as JSON. */
export function runWithTree<T>(code: string): T {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { MemoryTree } from './generators/module/memory-tree.mjs'; const tree = new MemoryTree(); ${code}`,
    ],
    { cwd: join(root, 'tools'), encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout) as T;
}
