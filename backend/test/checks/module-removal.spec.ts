import { runWithTree as run } from '../support/module-tools';

it('changes nothing while other code imports the module, and names that code', () => {
  const [said, isThere] = run<[string, boolean]>(`
    import { removeModule } from './generators/module/generators.mjs';
    import { writeModule } from './generators/module/new-module.mjs';
    writeModule(tree, { name: 'zebras' });
    tree.write('backend/src/features/tags/stripes.ts', "import { Zebra } from '../zebras/zebra.entity';\\n");
    tree.write('frontend/src/app/stripes.test.tsx', "const load = () => import('../features/zebras/zebra-list');\\n");
    tree.write('frontend/src/app/other.ts', "import { a } from '../features/zebrastripes/a';\\n");
    let said;
    try { await removeModule(tree, { name: 'zebras' }); } catch ({ message }) { said = message; }
    console.log(JSON.stringify([said, tree.exists('backend/src/features/zebras')]));`);
  expect(said).toBe(
    'Other files import zebras: backend/src/features/tags/stripes.ts, frontend/src/app/stripes.test.tsx. Take that out of them, then run this again. Nothing was changed.',
  );
  expect(isThere).toBe(true);
});

it('says how a database forgets the module before what can fail, and then what is left to do', () => {
  const [said, failed] = run<[string, string]>(`
    import { removeModule } from './generators/module/generators.mjs';
    import { writeModule } from './generators/module/new-module.mjs';
    writeModule(tree, { name: 'zebras' });
    tree.write('backend/src/database/migrations/1795600000001-add-zebras.ts', 'export class AddZebras1 { up() { "zebras" } }');
    const finish = await removeModule(tree, { name: 'zebras' }, () => false, () => { throw new Error('no build'); });
    const lines = [];
    const { log } = console;
    console.log = (line) => lines.push(line);
    let failed;
    try { finish(); } catch ({ message }) { failed = message; }
    log(JSON.stringify([lines.join('\\n'), failed]));`);
  expect(said).toContain("DELETE FROM migrations WHERE name IN ('AddZebras1');");
  expect(failed).toContain('then run: npm run schema && npm run openapi');
});

it('takes nothing but the name of a module', () => {
  const said = run<string>(`
    import { removeModule } from './generators/module/generators.mjs';
    tree.write('backend/src/records/zebra.entity.ts', "@Entity('zebras') export class Zebra {}");
    let said;
    try { await removeModule(tree, { name: '../records' }); } catch ({ message }) { said = message; }
    console.log(JSON.stringify(said ?? 'deleted'));`);
  expect(said).toBe('../records is no module that npm run new:module has made.');
});
