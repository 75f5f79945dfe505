/** The two generators, as Nx calls them: each changes the tree and answers what is to be done once it is written. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from '../../lib/process.mjs';
import { takeFromLists } from './lists.mjs';
import { foldersOf } from './living.mjs';
import { addMigration, migrationOf, removeMigration } from './migration.mjs';
import { writeModule } from './new-module.mjs';

/** A new module. */
export function newModule(tree, options) {
  // A question that was answered with nothing.
  /** @type {any} */
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''));
  const names = writeModule(tree, given);
  return async () => {
    node('backend/build.mjs');
    const { path, text } = await addMigration(names);
    writeFileSync(join(root, path), text);
    say(`Wrote ${path}: read it.`);
    node('tools/commands/schema.mjs');
    node('tools/commands/openapi.mjs');
    say(
      `${names.plural} is there: /api/${names.path} and /${names.path}. npm test holds it from now on; npm start applies its migration.`,
    );
  };
}

/** Takes a module away. Where its migration was applied, another one takes the tables away; else it goes itself. */
export function removeModule(tree, { name, applied }) {
  const names = { plural: name };
  const added = migrationOf(names);
  if (!added || migrationOf(names, 'remove')) throw new Error(`${name} is no module that npm run new:module has made.`);
  for (const folder of foldersOf(names)) tree.delete(folder);
  takeFromLists(tree, names);
  const isApplied = applied ?? isInGit(added);
  const migration = isApplied ? removeMigration(names) : undefined;
  if (migration) tree.write(migration.path, migration.text);
  else tree.delete(added);
  return () => {
    node('tools/commands/schema.mjs');
    node('tools/commands/openapi.mjs');
    say(
      migration
        ? `${added} may have been applied, so it stays, and ${migration.path} takes its tables away.`
        : `${added} is gone too: git did not have it, so no other database knows it. One that does keeps its tables.`,
    );
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
