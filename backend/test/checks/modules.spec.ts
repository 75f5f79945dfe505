import { document } from '../support/contract';
import { runWithTree as run } from '../support/module-tools';

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

it('docs/extending.md has its generated parts as they are; where not: npm run docs:extending', () => {
  expect(run(`import { writeSeams } from './generators/module/seams.mjs'; console.log(writeSeams(tree))`)).toBe(false);
  const feature = "'frontend/src/components/record/feature.ts'";
  expect(
    run(
      `import { writeSeams } from './generators/module/seams.mjs'; tree.write(${feature}, tree.read(${feature}).replace('routes: ', 'screens: ')); console.log(writeSeams(tree))`,
    ),
  ).toBe(true);
});

it('templates and examples of modules name no goods of one shop', () => {
  const texts = run<string[]>(`
    import { filesOf, living } from './generators/module/living.mjs';
    console.log(JSON.stringify(Object.values(living).flatMap((names) => [...filesOf(tree, names).values()])))`);
  const { schemas } = document.components;
  const examples = Object.entries(schemas).filter(([name]) => /(Question|Update)(Response)?Dto$/.test(name));
  expect(examples.length).toBeGreaterThan(4);
  const goods = /\b(brakes?|discs?|tyres?|golf)\b/gi;
  expect([...texts, JSON.stringify(examples)].flatMap((text) => text.match(goods) ?? [])).toEqual([]);
  expect((schemas.CreateProblemDto.properties?.title as { example: string }).example).not.toMatch(/\?$/);
});

describe('remove:module', () => {
  const alter = (table: string): string => `await runner.query('ALTER TABLE "${table}" ADD "weight" integer');`;
  const migrations = {
    '1795600000001-add-zebras': 'await runner.query(`CREATE TABLE "zebras" ("id" SERIAL NOT NULL)`);',
    '1795600000002-product-size': `// Not for zebras: "zebras".\n${alter('products')}`,
    '1795600000003-zebra-weight': alter('zebras'),
    '1795600000004-zebra-product':
      'await runner.query(`ALTER TABLE "zebras" ADD CONSTRAINT "zebras_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id")`);',
    '1795600000005-search': `await runner.query("SELECT enable_search('zebras', 'title || description')");`,
    '1795600000006-index': `await runner.query('DROP INDEX "public"."zebras_by_status"');`,
  };
  const mixed = { '1795600000007-both': alter('zebras') + alter('products') };
  const names = Object.keys(migrations);
  const own = names.filter((name) => !name.includes('product-size'));

  interface Removal {
    error?: string;
    /** The migrations that are there afterwards, and the text of the one that takes the tables away. */
    left: string[];
    text: string;
  }

  /** Makes the module zebras with these migrations in memory and takes it away again; git has those of `known`. */
  const remove = (files: Record<string, string>, known: string[]): Removal => {
    const texts = Object.entries(files).map(([name, code]) => {
      const [number, words] = [name.slice(0, 13), name.slice(14).replace(/-|^/g, '')];
      return [name, `export class ${words}${number} {\n  async up(runner) {\n    ${code}\n  }\n}\n`];
    });
    return run<Removal>(`
      import { removeModule } from './generators/module/generators.mjs';
      import { writeModule } from './generators/module/new-module.mjs';
      const folder = 'backend/src/database/migrations';
      const before = tree.children(folder);
      writeModule(tree, { name: 'zebras' });
      for (const [name, text] of ${JSON.stringify(texts)}) tree.write(folder + '/' + name + '.ts', text);
      const known = ${JSON.stringify(known)};
      const isKnown = (path) => known.some((name) => path.endsWith(name + '.ts'));
      let error;
      try { await removeModule(tree, { name: 'zebras' }, isKnown); } catch ({ message }) { error = message; }
      const left = tree.children(folder).filter((file) => !before.includes(file));
      const made = left.find((file) => file.includes('-remove-'));
      const text = made ? tree.read(folder + '/' + made) : '';
      console.log(JSON.stringify({ error, left: left.map((file) => file.replace(/[.]ts$/, '')), text }));`);
  };

  it('deletes every migration of the module that git does not have', () => {
    expect(remove(migrations, []).left).toEqual(['1795600000002-product-size']);
  });

  it('says how a database forgets the migrations that are deleted', () => {
    const file = 'docs/samples/returns/backend/src/database/migrations/1795510000000-add-returns.ts';
    expect(
      run(
        `import { cleanUpSql } from './generators/module/migration.mjs'; console.log(JSON.stringify(cleanUpSql(tree, ['${file}']).split('\\n')))`,
      ),
    ).toEqual([
      "SELECT drop_record_type('return_responses');",
      "SELECT drop_record_type('returns');",
      "DELETE FROM migrations WHERE name IN ('AddReturns1795510000000');",
    ]);
  });

  it('keeps those that git has, and takes back and rebuilds what they made, in their order', () => {
    const { left, text } = remove(migrations, names);
    expect(left).toEqual([...names, expect.stringMatching(/^\d+-remove-zebras$/)]);
    expect([...text.matchAll(/from '\.\/(.*)'/g)].map(([, name]) => name)).toEqual(own);
    expect([...text.matchAll(/new (\w+)\(\)/g)].map(([, name]) => name)).toEqual(
      own.map((name) => name.slice(14).replaceAll('-', '') + name.slice(0, 13)),
    );
    expect(text).toContain('for (const migration of [...migrations].reverse()) await migration.down(runner);');
    expect(text).toContain('for (const migration of migrations) await migration.up(runner);');
  });

  it('deletes what is later than all that git has', () => {
    const { left, text } = remove(migrations, names.slice(0, 3));
    expect(left).toEqual([...names.slice(0, 3), expect.stringMatching(/-remove-zebras$/)]);
    expect(text).not.toContain('zebra-product');
  });

  it('names a migration that also changes other tables, and changes nothing if git does not have it', () => {
    const { error, left } = remove({ ...migrations, ...mixed }, []);
    expect(error).toBe(
      'backend/src/database/migrations/1795600000007-both.ts changes the tables of zebras and also products. Take what it does to zebras out of it, then run this again.',
    );
    expect(left).toHaveLength(7);
  });

  it('leaves the part of such a migration to be written by hand if git has it', () => {
    const { error, text } = remove({ ...migrations, ...mixed }, [...names, ...Object.keys(mixed)]);
    expect(error).toBeUndefined();
    expect(text.match(/By hand, in its place: what 1795600000007-both does to zebras\./g)).toHaveLength(2);
  });

  it('knows a module that was made, taken away and made again', () => {
    const again = { '1795600000008-remove-zebras': alter('zebras'), '1795600000009-add-zebras': alter('zebras') };
    expect(remove({ ...migrations, ...again }, [...names, '1795600000008-remove-zebras']).left).toEqual([
      ...names,
      '1795600000008-remove-zebras',
    ]);
  });

  it('takes away what was left when new:module ended before its migration', () => {
    const files = run<string[]>(`
      import { filesOf } from './generators/module/living.mjs';
      import { LISTS } from './generators/module/lists.mjs';
      import { removeModule } from './generators/module/generators.mjs';
      import { writeModule } from './generators/module/new-module.mjs';
      const lists = () => LISTS.map((path) => tree.read(path)).join();
      const before = lists();
      writeModule(tree, { name: 'zebras' });
      await removeModule(tree, { name: 'zebras' });
      console.log(JSON.stringify([...filesOf(tree, { plural: 'zebras' }).keys(), ...(lists() === before ? [] : ['lists'])]));`);
    expect(files).toEqual([]);
  });

  it('finds only what new:module has made', () => {
    const removable = run<string[]>(`
      import { removeModule } from './generators/module/generators.mjs';
      const removable = [];
      for (const name of new Set(['backend', 'frontend'].flatMap((side) => tree.children(side + '/src/features'))))
        await removeModule(tree, { name }).then(() => removable.push(name), ({ message }) => {
          if (message !== name + ' is no module that npm run new:module has made.') throw new Error(message);
        });
      console.log(JSON.stringify(removable));`);
    expect(removable).toEqual([]);
  });
});

it('a generated migration is in the style of the project', () => {
  const text = run<string>(`
    import { migrationName, migrationText, queryLine } from './lib/migration-file.mjs';
    const { className, path } = migrationName('ReturnRefund', ['9000000000000-last.ts', '.DS_Store', '.9000000000000-last.ts.swp']);
    const up = [
      { query: 'ALTER TABLE "returns" ADD "refund" numeric(12,2)' },
      { query: "COMMENT ON COLUMN returns.refund IS 'Paid'" },
      { query: \`CREATE TABLE "a" ("id" SERIAL NOT NULL, "b" text DEFAULT 'c')\` },
    ].map(queryLine);
    const down = [queryLine({ query: 'DELETE FROM typeorm_metadata WHERE name = $1', parameters: ["it's"] })];
    console.log(JSON.stringify(path + '\\n' + await migrationText({ className, up, down })));`);
  expect(text).toBe(`backend/src/database/migrations/9000000000001-return-refund.ts
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReturnRefund9000000000001 implements MigrationInterface {
  name = 'ReturnRefund9000000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "returns" ADD "refund" numeric(12,2)');
    await runner.query("COMMENT ON COLUMN returns.refund IS 'Paid'");
    await runner.query(\`
      CREATE TABLE "a" (
        "id" SERIAL NOT NULL,
        "b" text DEFAULT 'c'
      )\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM typeorm_metadata WHERE name = $1', ["it's"]);
  }
}
`);
});
