import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsIn, documents, filesIn } from '../reliability/commands/documented';
import { table, type Held } from '../reliability/commands/table';
import { root } from '../support/paths';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const suites = [
  ...(/const suites = \[([^\]]*)\]/
    .exec(readFileSync(join(root, 'tools/commands/test/reliability-full.mjs'), 'utf8'))?.[1]
    .matchAll(/'([\w-]+)'/g) ?? []),
].map(([, name]) => name);
/** What `npm run new:module` makes. */
const MADE = /features\/returns$/;

/** Whatever is wrong with commands and files that documents name, and with the table, a sentence each. */
function faults(texts: Map<string, string>, held: Record<string, Held>): string[] {
  const named = new Set([...texts.values()].flatMap(commandsIn));
  const inTexts = [...texts].flatMap(([file, text]) => [
    ...commandsIn(text).flatMap((command) => commandFaults(command, held).map((fault) => `${file}: ${fault}`)),
    ...filesIn(text, file)
      .filter((path) => !MADE.test(path) && !existsSync(join(root, path)))
      .map((path) => `${file} names ${path}, which is not there`),
  ]);
  const left = Object.keys(held).filter((command) => !named.has(command) && !isSuite(command));
  return [
    ...inTexts,
    ...left.map((command) => `no document names "${command}" any more: take it out of commands/table.ts`),
    ...Object.entries(held).flatMap(([command, how]) => holderFaults(command, how, held)),
  ];
}

function commandFaults(command: string, held: Record<string, Held>): string[] {
  if (scriptsOf(command).some((script) => !scripts[script]))
    return [`"${command}" names a script that package.json does not have`];
  const unknown = (/^npm run reliability:full -- (.*)$/.exec(command)?.[1].split(' ') ?? []).filter(
    (name) => !suites.includes(name),
  );
  if (unknown.length > 0) return [`"${command}" names ${unknown.join(' and ')}, which is no suite`];
  return held[command] || isSuite(command) ? [] : [`nothing runs "${command}": add it to commands/table.ts`];
}

function holderFaults(command: string, how: Held, held: Record<string, Held>): string[] {
  const isThere =
    'run' in how
      ? scriptsOf(command)[0]
        ? scriptsOf(how.run).includes(scriptsOf(command)[0])
        : how.run.includes(command.split(' ')[0])
      : 'test' in how
        ? existsSync(join(root, how.test))
        : 'suite' in how
          ? suites.includes(how.suite)
          : 'as' in how
            ? 'run' in (held[how.as] ?? {})
            : /\bCI\b|\b20\d\d\b/.test(how.byHand);
  return isThere ? [] : [`what holds "${command}" does not: ${JSON.stringify(how)}`];
}

function isSuite(command: string): boolean {
  return command.startsWith('npm run reliability:full -- ');
}

/** The scripts of package.json that a command runs. */
function scriptsOf(command: string): string[] {
  return [...command.matchAll(/\bnpm (?:(start|test)\b|run ([\w:-]+))/g)].map(([, known, named]) => known ?? named);
}

it('every command that the documents name is run by a test, and every file that they name is there', () => {
  expect(suites.length).toBeGreaterThan(20);
  expect(
    Object.values(scripts)
      .flatMap((script) => script.match(/tools\/\S+/g) ?? [])
      .filter((file) => !existsSync(join(root, file))),
  ).toEqual([]);
  expect(faults(documents(), table)).toEqual([]);
});

it('a folder that documents restore into holds customers, so git, the image and the formatter leave it out', () => {
  const texts = [...documents().values()].join('\n');
  const folders = new Set([...texts.matchAll(/\bDATA_DIR=([\w.]+)\b/g)].map(([, folder]) => folder));
  expect([...folders]).toContain('.restored');
  for (const file of ['.gitignore', '.dockerignore', '.prettierignore']) {
    const lines = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => line.replace(/^\*\*\/|\/$/g, ''));
    expect([file, [...folders].filter((folder) => !lines.includes(folder))]).toEqual([file, []]);
  }
});

const known: Record<string, Held> = { 'npm run demo': { run: 'npm run demo', limit: 1 } };
it.each<[string, string, Record<string, Held>]>([
  ['a.md: nothing runs "npm run demo": add it to commands/table.ts', '`npm run demo`', {}],
  [
    'a.md: nothing runs "curl -f http://localhost/": add it to commands/table.ts',
    'So:\n\n  ```sh\n  curl -f http://localhost/   # asks\n  ```\n',
    {},
  ],
  ['a.md: "npm run nothing" names a script that package.json does not have', '`npm run nothing`', {}],
  [
    'a.md: "npm run reliability:full -- feed nobody" names nobody, which is no suite',
    '`npm run reliability:full -- feed nobody`',
    {},
  ],
  ['a.md names docs/nothing.md, which is not there', '[there](docs/nothing.md#part)', {}],
  ['a.md names tools/nothing.mjs, which is not there', '`tools/nothing.mjs`', {}],
  ['no document names "npm run demo" any more: take it out of commands/table.ts', '', known],
  [
    'what holds "npm run demo" does not: {"run":"npm start","limit":1}',
    '`npm run demo`',
    { 'npm run demo': { run: 'npm start', limit: 1 } },
  ],
  [
    'what holds "npm run demo" does not: {"test":"backend/nothing.ts"}',
    '`npm run demo`',
    { 'npm run demo': { test: 'backend/nothing.ts' } },
  ],
  ['what holds "npm run demo" does not: {"suite":"nobody"}', '`npm run demo`', { 'npm run demo': { suite: 'nobody' } }],
  ['what holds "npm run demo" does not: {"as":"npm start"}', '`npm run demo`', { 'npm run demo': { as: 'npm start' } }],
  [
    'what holds "npm run demo" does not: {"byHand":"sometimes"}',
    '`npm run demo`',
    { 'npm run demo': { byHand: 'sometimes' } },
  ],
])('finds: %s', (fault, text, held) => expect(faults(new Map([['a.md', text]]), held)).toEqual([fault]));

it('lets pass what is right', () =>
  expect(
    faults(new Map([['docs/a.md', '`npm run demo`, [up](../README.md), `npm run reliability:full -- feed`']]), known),
  ).toEqual([]));
