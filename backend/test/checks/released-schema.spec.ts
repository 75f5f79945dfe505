import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../support/paths';

type Schema = Record<string, Record<string, string>>;

const tool = pathToFileURL(join(root, 'tools/lib/released-schema.mjs')).href;
const released = readFileSync(join(root, 'backend/released-schema.json'), 'utf8');
const script = `import { contractions } from '${tool}'; console.log(JSON.stringify(contractions(...JSON.parse(process.argv[1]))));`;

/** What is said of the released schema after a change. */
function contractions(change: (schema: Schema) => void): string[] {
  const now = JSON.parse(released) as Schema;
  change(now);
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script, JSON.stringify([JSON.parse(released), now])], {
      encoding: 'utf8',
    }),
  ) as string[];
}

it('lets a schema grow', () => {
  const grown = contractions((schema) => {
    schema.products.weight = 'integer';
    schema.returns = { id: 'integer', title: 'text required' };
    schema.problems.title = schema.problems.title.replace(' required', '');
  });
  expect(grown).toEqual([]);
});

it('names whatever the released build would miss', () => {
  const shrunk = contractions((schema) => {
    delete schema.updates;
    delete schema.products.vehicle;
    schema.products.sku = 'integer required';
    schema.products.ean += ' required';
    schema.products.weight = 'integer required';
  });
  expect(shrunk).toEqual([
    'products.ean was "text" and is "text required"',
    'products.sku was "text required" and is "integer required"',
    'products.vehicle is gone',
    'products.weight is new, and has neither a default nor may it be null',
    'the table updates is gone',
  ]);
});
