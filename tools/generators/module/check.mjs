/** What must hold of the living features so that modules can be made from them; `backend/test/checks/modules.spec.ts` asks. */
import { takeFromLists } from './lists.mjs';
import { filesOf, foldersOf, living } from './living.mjs';
import { writeModule } from './new-module.mjs';

/** Names that nobody has a module of. */
const others = {
  thread: { name: 'quibbles', title: 'odd quibble', thread: true, key: 'x' },
  plain: { name: 'jottings', key: 'x' },
};

/**
 * Makes another module from a living one, takes the living one away, and makes it again from the other: whatever is not as
 * before, and words of the living one in the other, a sentence each.
 */
export function faultsOf(kind, tree) {
  const source = living[kind];
  const before = filesOf(tree, source);
  const lists = listed(tree);
  const other = writeModule(tree, others[kind]);
  const left = [...filesOf(tree, other)]
    .filter(([path, text]) => new RegExp(source.singular, 'i').test(path + text))
    .map(([path]) => `${path} still says ${source.singular}`);
  for (const folder of foldersOf(source)) tree.delete(folder);
  takeFromLists(tree, source);
  tree.write('openapi/openapi.json', '{ "paths": {}, "components": { "schemas": {} } }');
  tree.write('docs/schema.md', '');
  writeModule(tree, { ...others[kind], name: source.plural, title: source.title, key: source.key }, other);
  const after = filesOf(tree, source);
  const differing = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path} made again is another`);
  takeFromLists(tree, other);
  return [...left, ...differing, ...(sorted(listed(tree)) === sorted(lists) ? [] : ['the lists are others'])];
}

const listed = (tree) =>
  ['backend/src/modules.ts', 'frontend/src/app/features.ts'].map((path) => tree.read(path, 'utf-8')).join('\n');
const sorted = (text) => text.split('\n').sort().join('\n');
