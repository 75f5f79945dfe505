/** The two generators, as Nx calls them: each changes the tree and answers what is to be done once it is written. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from '../../lib/process.mjs';
import { LISTS, takeFromLists } from './lists.mjs';
import { foldersOf, importersOf } from './living.mjs';
import { addMigration, cleanUpSql, removeMigration } from './migration.mjs';
import { writeModule } from './new-module.mjs';
import { isHalfMade, migrationsOf } from './touched-tables.mjs';

/** A new module. */
export function newModule(tree, options) {
  // A question that was answered with nothing.
  /** @type {any} */
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''));
  const names = writeModule(tree, given);
  return async () => {
    // Longer or shorter names break the lines elsewhere.
    node('node_modules/prettier/bin/prettier.cjs', '--write', '--log-level=warn', ...foldersOf(names), ...LISTS);
    node('backend/build.mjs');
    const { path, text } = await addMigration(names);
    writeFileSync(join(root, path), text);
    say(`Wrote ${path}: read it.`);
    node('tools/commands/schema.mjs');
    node('tools/commands/openapi.mjs');
    say(
      `${names.plural} is there, and one of them is a ${names.singular}: /api/${names.path} and /${names.path}. npm test holds it from now on; npm start applies its migration.`,
    );
  };
}

/**
 * Takes a module away with its migrations. What may have been applied stays, and another one takes away what it made.
 * `isKnown` answers whether git has a file.
 */
export async function removeModule(tree, { name, applied }, isKnown = isInGit, run = node) {
  const names = { plural: name };
  // Anything else, such as a path, would be looked for outside of the features.
  if (!/^[a-z]+$/.test(name)) throw new Error(`${name} is no module that npm run new:module has made.`);
  const { own, mixed } = migrationsOf(tree, names);
  if (own.length === 0 && !isHalfMade(tree, names))
    throw new Error(`${name} is no module that npm run new:module has made.`);
  const isApplied = (path) => applied ?? isKnown(path);
  for (const { path, tables } of mixed.filter((one) => !isApplied(one.path)))
    throw new Error(
      `${path} changes the tables of ${name} and also ${tables.join(', ')}. Take what it does to ${name} out of it, then run this again.`,
    );
  // What comes before an applied one is needed to rebuild it.
  const kept = own.slice(0, own.findLastIndex(isApplied) + 1);
  const deleted = own.slice(kept.length);
  const importers = importersOf(tree, names).filter((path) => ![...LISTS, ...deleted].includes(path));
  if (importers.length > 0)
    throw new Error(
      `Other files import ${name}: ${importers.join(', ')}. Take that out of them, then run this again. Nothing was changed.`,
    );
  for (const folder of foldersOf(names)) tree.delete(folder);
  takeFromLists(tree, names);
  const cleanUp = cleanUpSql(tree, deleted);
  for (const path of deleted) tree.delete(path);
  const byHand = mixed.map(({ path }) => path);
  const migration = kept.length > 0 ? await removeMigration(tree, names, kept, byHand) : undefined;
  if (migration) tree.write(migration.path, migration.text);
  return () => {
    // Said before anything can fail: the files that it is read from are gone.
    if (deleted.length > 0)
      say(
        `${deleted.join(', ')}: gone too, since git did not have it. A database that applied it keeps its tables, and the app may take it for one of a newer version, until you run there:\n${cleanUp}`,
      );
    if (migration)
      say(`${kept.join(', ')}: may have been applied, so it stays. ${migration.path} takes its tables away.`);
    for (const { path, tables } of mixed)
      say(
        `${path} changes the tables of ${name} and also ${tables.join(', ')}: that is left to you. Write its part about ${name} into ${migration.path}, until npm run migration:check passes.`,
      );
    try {
      run('tools/commands/schema.mjs');
      run('tools/commands/openapi.mjs');
    } catch {
      throw new Error(
        `The files of ${name} are deleted, but what is generated still has it. Mend what is said above, then run: npm run schema && npm run openapi`,
      );
    }
  };
}

/** Whether git has a file; without git nobody knows, so it may have been applied. */
function isInGit(path) {
  const { status } = spawnSync('git', ['ls-files', '--error-unmatch', path], { cwd: root, stdio: 'ignore' });
  return status !== 1;
}

function node(...args) {
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
}
