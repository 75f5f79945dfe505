/** The project's files with changes on top that are only in memory: what the generators need of Nx's tree. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/process.mjs';

export class MemoryTree {
  /** Texts by path; null for what is deleted. */
  #changed = new Map();

  read(path) {
    return this.#changed.has(path) ? this.#changed.get(path) : readFileSync(join(root, path), 'utf8');
  }

  write(path, text) {
    this.#changed.set(path, text);
  }

  /** Deletes a file, or a folder with all that is in it. */
  delete(path) {
    if (this.isFile(path)) this.#changed.set(path, null);
    for (const name of this.children(path)) this.delete(`${path}/${name}`);
  }

  exists(path) {
    return this.isFile(path) || this.children(path).length > 0;
  }

  isFile(path) {
    if (this.#changed.has(path)) return this.#changed.get(path) !== null;
    return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  children(folder) {
    const isThere = statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory();
    const onDisk = isThere ? readdirSync(join(root, folder)) : [];
    const inMemory = [...this.#changed.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1).split('/')[0]);
    return [...new Set([...onDisk, ...inMemory])]
      .filter((name) => this.isFile(`${folder}/${name}`) || this.children(`${folder}/${name}`).length > 0)
      .sort();
  }
}
