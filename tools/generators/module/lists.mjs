/** The two lists that name every module: `backend/src/modules.ts` and `frontend/src/app/features.ts`. */

const lists = [
  {
    path: 'backend/src/modules.ts',
    lines: ({ plural }) => {
      const name = `${plural.charAt(0).toUpperCase()}${plural.slice(1)}Module`;
      return { imported: `import { ${name} } from './features/${plural}/${plural}.module';`, listed: `  ${name},` };
    },
    // Search and statistics come after all that is searched and counted.
    importBefore: 'import { SearchModule }',
    listBefore: '  SearchModule,',
  },
  {
    path: 'frontend/src/app/features.ts',
    lines: ({ plural }) => ({
      imported: `import { ${plural} } from '../features/${plural}/feature';`,
      listed: `  ${plural},`,
    }),
    importBefore: '\n/** ',
    listBefore: '];',
  },
];

/** The paths of both. */
export const LISTS = lists.map(({ path }) => path);

/** Adds a module to both lists. */
export function addToLists(tree, names) {
  change(tree, (text, { lines, importBefore, listBefore }) => {
    const { imported, listed } = lines(names);
    return insert(insert(text, importBefore, imported), listBefore, listed);
  });
}

/** Takes a module out of both lists. */
export function takeFromLists(tree, names) {
  change(tree, (text, { lines }) => {
    const { imported, listed } = lines(names);
    return text
      .split('\n')
      .filter((line) => line !== imported && line !== listed)
      .join('\n');
  });
}

function change(tree, edit) {
  for (const list of lists) tree.write(list.path, edit(tree.read(list.path, 'utf-8'), list));
}

function insert(text, before, line) {
  const at = text.indexOf(before);
  if (at < 0) throw new Error(`There is no ${JSON.stringify(before)} to put ${JSON.stringify(line)} before.`);
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}
