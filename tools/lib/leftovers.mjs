import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/**
 * Removes each file of the built backend that has no source, such as a migration of another branch: the app would run it.
 * A build empties the folder, but `npm run dev` compiles into it at each save.
 */
export function removeLeftovers() {
  const [dist, sources] = [join(root, 'backend/dist'), join(root, 'backend/src')];
  if (!existsSync(dist) || !existsSync(sources)) return;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const source = path.slice(dist.length).replace(/\.js(\.map)?$/, '.ts');
    if (entry.isFile() && !existsSync(join(sources, source))) rmSync(path, { force: true });
  }
}
