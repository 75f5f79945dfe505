/** The living features that modules are made from: what they are called, and where their files are. */

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

function filesIn(tree, folder) {
  return tree.children(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return tree.isFile(path) ? [[path, tree.read(path, 'utf-8')]] : filesIn(tree, path);
  });
}

/** The files of a new module: those of the living one under other names. */
export function renamed(files, rename) {
  return new Map([...files].map(([path, text]) => [rename(path), rename(text)]));
}
