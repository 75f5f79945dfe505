/** What `npm run new:module` writes: a module with the files of a living one, and its lines in the two lists. */
import { addToLists } from './lists.mjs';
import { filesOf, foldersOf, living, renamed } from './living.mjs';
import { namesOf, placeOf, renaming } from './names.mjs';
import { reservedProblem } from './reserved-names.mjs';

/** Writes the files into the tree and answers the names; throws a sentence where it cannot be. `source` is what it is made from. */
export function writeModule(tree, { name, thread = false, ...others }, source = living[thread ? 'thread' : 'plain']) {
  const names = namesOf({ plural: name, ...others, key: keyOf(tree, name, others.key) });
  const problem = reservedProblem(names, placeOf(names));
  if (problem) throw new Error(problem);
  expectFree(tree, names, source);
  const files = renamed(filesOf(tree, source), renaming(source, names));
  expectNew(tree, names, [...files.values()].join('\n'));
  for (const [path, text] of files) tree.write(path, text);
  addToLists(tree, names);
  return { ...names, ...placeOf(names) };
}

function expectFree(tree, names, source) {
  const folder = foldersOf(names).find((path) => tree.exists(path));
  if (folder)
    throw new Error(
      `${folder} is there already: choose another name, or run npm run remove:module -- ${names.plural} first.`,
    );
  const code = [...filesOf(tree, source).values()].join('\n');
  for (const word of [names.singular, names.plural].map((one) => one.charAt(0).toUpperCase() + one.slice(1))) {
    if (new RegExp(`\\b(import .*\\b${word}\\b|${word}[<(:])`).test(code))
      throw new Error(`${word} means something else in the code already: choose another name.`);
  }
}

/** Nothing that the code makes may be there already; `code` is the new module's. */
function expectNew(tree, names, code) {
  const { path, table } = placeOf(names);
  const { paths, components } = JSON.parse(tree.read('openapi/openapi.json', 'utf-8'));
  const operations = Object.values(paths).flatMap((one) => Object.values(one).map(({ operationId }) => operationId));
  const madeBy = (pattern) => [...code.matchAll(pattern)].map(([, name]) => name);
  const schema = tree.read('docs/schema.md', 'utf-8');
  const tables = [table, `${names.singular}_responses`].filter((name) => schema.includes(`\n## ${name}\n`));
  const screens = filesBelow(tree, 'frontend/src/features', /(-paths|\/feature)\.ts$/);
  const taken = [
    ...(Object.keys(paths).some((one) => `${one}/`.startsWith(`/api/${path}/`)) ? [`/api/${path} is taken`] : []),
    ...[
      ...madeBy(/\bclass (\w+Dto)\b/g).filter((name) => name in components.schemas),
      ...madeBy(/\bid: '(\w+)'/g).filter((id) => operations.includes(id)),
    ].map((name) => `${name} is in the API already`),
    ...tables.map((name) => `The table ${name} is there already`),
    ...(screens.some((file) => tree.read(file, 'utf-8').includes(`'/${path}'`))
      ? [`The screen /${path} is there already`]
      : []),
  ];
  if (taken.length > 0) throw new Error(`${taken[0]}: choose another name or title.`);
}

function filesBelow(tree, folder, end) {
  return tree
    .children(folder)
    .flatMap((name) =>
      tree.isFile(`${folder}/${name}`)
        ? end.test(`/${name}`)
          ? [`${folder}/${name}`]
          : []
        : filesBelow(tree, `${folder}/${name}`, end),
    );
}

/** The second key of the shortcut to its list: the one that was given, or the first letter of the name that leads nowhere after `g`. */
function keyOf(tree, name, given) {
  const features = tree
    .children('frontend/src/features')
    .map((feature) => `frontend/src/features/${feature}/feature.ts`);
  const texts = features
    .filter((path) => tree.exists(path))
    .map((path) => tree.read(path, 'utf-8'))
    .join('');
  const isFree = (letter) => !texts.includes(`'g ${letter}'`);
  if (given && !isFree(given)) throw new Error(`g ${given} leads somewhere already: give another --key, or none.`);
  const key =
    given ?? [...name, ...'abcdefghijklmnopqrstuvwxyz'].find((letter) => /[a-z]/.test(letter) && isFree(letter));
  if (!key) throw new Error('Every letter after g leads somewhere already: give a --key.');
  return key;
}
