import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/paths';

const reliability = join(root, 'backend/test/reliability');
const files = [
  ...readdirSync(join(reliability, 'mutants')).map((file) => `mutants/${file}`),
  'load/recording-listener.cjs',
];

/** The methods of the app that a script replaces: `[file of the source, class, method]`. */
function replaced(script: string): [file: string, name: string, method: string][] {
  const classes = new Map(
    [...script.matchAll(/const \{ (\w+) \} = require\('[./]*dist\/(.*)\.js'\)/g)].map(([, name, file]) => [name, file]),
  );
  return [...script.matchAll(/(\w+)\.prototype\.(\w+) = /g)]
    .filter(([, name]) => classes.has(name))
    .map(([, name, method]) => [classes.get(name) as string, name, method]);
}

const methods = files.flatMap((file) =>
  replaced(readFileSync(join(reliability, file), 'utf8')).map((one) => [file, ...one] as const),
);

it('finds what mutants replace', () => expect(methods.length).toBeGreaterThan(3));

it.each(methods)('%s: %s has %s.%s', (_script, file, name, method) => {
  const source = readFileSync(join(root, 'backend/src', `${file}.ts`), 'utf8');
  expect(source).toMatch(new RegExp(`\\bclass ${name}\\b[\\s\\S]*\\n  [\\w ]*\\b${method}(\\(|<| = )`));
});
