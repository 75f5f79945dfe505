import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/paths';

const tools = join(root, 'tools');

/** Runs a module of code in the folder of the tools, and answers what it writes as JSON. */
function run<T>(code: string): T {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { MemoryTree } from './generators/module/memory-tree.mjs'; const tree = new MemoryTree(); ${code}`,
    ],
    { cwd: tools, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout) as T;
}

const check = "import { faultsOf } from './generators/module/check.mjs';";

it.each(['thread', 'plain'])(
  'a %s is made from a living feature, which it can be made into again to the last letter',
  (kind) => {
    expect(run(`${check} console.log(JSON.stringify(faultsOf('${kind}', tree)))`)).toEqual([]);
  },
  30_000,
);

it.each([
  ['questions/feature.ts', 'odd quibbles', ['frontend/src/features/questions/feature.ts made again is another']],
  ['questions/question-paths.ts', 'qUESTION', ['frontend/src/features/quibbles/quibble-paths.ts still says question']],
])(
  'a word in %s that is no name is found: %s',
  (file, words, found) => {
    const path = `frontend/src/features/${file}`;
    expect(
      run(
        `${check} tree.write('${path}', tree.read('${path}') + '// ${words}\\n'); console.log(JSON.stringify(faultsOf('thread', tree)))`,
      ),
    ).toEqual(found);
  },
  30_000,
);

it('the lists forget a module without a trace', () => {
  const changed = run<boolean[]>(`
    import { addToLists, takeFromLists } from './generators/module/lists.mjs';
    const lists = () => tree.read('backend/src/modules.ts') + tree.read('frontend/src/app/features.ts');
    const before = lists();
    addToLists(tree, { plural: 'zebras' });
    const between = lists();
    takeFromLists(tree, { plural: 'zebras' });
    console.log(JSON.stringify([between === before, lists() === before]))`);
  expect(changed).toEqual([false, true]);
});

it.each([
  [{ name: 'Returns' }, 'The name must be one word in small letters'],
  [{ name: 'price-lists' }, 'The name must be one word in small letters'],
  [{ name: 'news', singular: 'news' }, 'The singular must differ'],
  [{ name: 'questions', thread: true }, 'backend/src/features/questions is there already'],
  [{ name: 'words', title: 'search', titles: 'search' }, '/api/search is taken'],
  [{ name: 'modules' }, 'Module means something else'],
  [{ name: 'zebras', title: 'striped horse' }, 'use --thread'],
])('%j is refused', (options, message) => {
  const said = run<string>(`
    import { writeModule } from './generators/module/new-module.mjs';
    try { writeModule(tree, ${JSON.stringify(options)}); console.log('"made"'); } catch (error) { console.log(JSON.stringify(error.message)); }`);
  expect(said).toContain(message);
});

it.each([
  ['returns', 'return return returns'],
  ['categories', 'category category categories'],
  ['boxes', 'box box boxes'],
])('knows the singular of %s', (name, words) => {
  const names = run<Record<string, string>>(
    `import { namesOf } from './generators/module/names.mjs'; console.log(JSON.stringify(namesOf({ plural: '${name}' })))`,
  );
  expect(`${names.singular} ${names.title} ${names.titles}`).toBe(words);
});

it('docs/extending.md has its generated parts as they are; where not: npm run docs:extending', () => {
  expect(run(`import { writeSeams } from './generators/module/seams.mjs'; console.log(writeSeams(tree))`)).toBe(false);
  const feature = "'frontend/src/components/record/feature.ts'";
  expect(
    run(
      `import { writeSeams } from './generators/module/seams.mjs'; tree.write(${feature}, tree.read(${feature}).replace('routes: ', 'screens: ')); console.log(writeSeams(tree))`,
    ),
  ).toBe(true);
});
