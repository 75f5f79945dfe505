/** What `npm run new:module` writes: a module with the files of a living one, and its lines in the two lists. */
import { addToLists } from './lists.mjs';
import { filesOf, foldersOf, living, renamed } from './living.mjs';
import { namesOf, placeOf, renaming } from './names.mjs';

/** Writes the files into the tree and answers the names; throws a sentence where it cannot be. `source` is what it is made from. */
export function writeModule(tree, { name, thread = false, ...others }, source = living[thread ? 'thread' : 'plain']) {
  const names = namesOf({ plural: name, ...others, key: others.key ?? freeKey(tree, name) });
  expectFree(tree, names, source);
  const files = renamed(filesOf(tree, source), renaming(source, names));
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
  const { path } = placeOf(names);
  const controllers = filesBelow(tree, 'backend/src', '.controller.ts');
  if (controllers.some((file) => tree.read(file, 'utf-8').includes(`@Controller('${path}')`)))
    throw new Error(`/api/${path} is taken: choose another name or title.`);
  const code = [...filesOf(tree, source).values()].join('\n');
  for (const word of [names.singular, names.plural].map((one) => one.charAt(0).toUpperCase() + one.slice(1))) {
    if (new RegExp(`\\b(import .*\\b${word}\\b|${word}[<(:])`).test(code))
      throw new Error(`${word} means something else in the code already: choose another name.`);
  }
}

function filesBelow(tree, folder, end) {
  return tree
    .children(folder)
    .flatMap((name) =>
      tree.isFile(`${folder}/${name}`)
        ? name.endsWith(end)
          ? [`${folder}/${name}`]
          : []
        : filesBelow(tree, `${folder}/${name}`, end),
    );
}

/** The first letter of the name that leads nowhere after `g`; the second key of the shortcut to its list. */
function freeKey(tree, name) {
  const features = tree
    .children('frontend/src/features')
    .map((feature) => `frontend/src/features/${feature}/feature.ts`);
  const texts = features
    .filter((path) => tree.exists(path))
    .map((path) => tree.read(path, 'utf-8'))
    .join('');
  const key = [...name, ...'abcdefghijklmnopqrstuvwxyz'].find(
    (letter) => /[a-z]/.test(letter) && !texts.includes(`'g ${letter}'`),
  );
  if (!key) throw new Error('Every letter after g leads somewhere already: give a --key.');
  return key;
}
