/** The living features that modules are made from: what they are called, and where their files are. */

import { posix } from 'node:path';

/** A relative path of an import, of whatever form; group 1. */
const IMPORT = /\b(?:from|import|import\(|require\(|mock\()\s*['"](\.[^'"]*)['"]/g;

/** A record with a status and responses, and one without. */
export const living = {
  thread: {
    singular: 'question',
    plural: 'questions',
    title: 'customer question',
    titles: 'customer questions',
    key: 'q',
  },
  plain: { singular: 'update', plural: 'updates', title: 'update', titles: 'updates', key: 'u' },
};

/** The folders of a module, on both sides. */
export const foldersOf = ({ plural }) => [`backend/src/features/${plural}`, `frontend/src/features/${plural}`];

/** The files of a module with their texts, by path. `tree` is Nx's: `children`, `isFile`, `read`. */
export function filesOf(tree, names) {
  return new Map(foldersOf(names).flatMap((folder) => filesIn(tree, folder)));
}

function filesIn(tree, folder, isWanted = (_path) => true) {
  return tree.children(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (!tree.isFile(path)) return filesIn(tree, path, isWanted);
    return isWanted(path) ? [[path, tree.read(path, 'utf-8')]] : [];
  });
}

/** The code elsewhere that imports a file of a module. */
export function importersOf(tree, names) {
  const folders = foldersOf(names);
  const isInside = (path) => folders.some((folder) => path.startsWith(`${folder}/`));
  const sources = ['backend/src', 'backend/test', 'frontend/src', 'frontend/e2e', 'frontend/test'];
  const files = sources.flatMap((folder) =>
    filesIn(tree, folder, (path) => /\.(tsx?|[cm]?js)$/.test(path) && !isInside(path)),
  );
  return files
    .filter(([path, text]) => [...text.matchAll(IMPORT)].some(([, file]) => isInside(posix.join(path, '..', file))))
    .map(([path]) => path);
}

/** The files of a new module: those of the living one under other names. */
export function renamed(files, rename) {
  return new Map([...files].map(([path, text]) => [rename(path), rename(text)]));
}
