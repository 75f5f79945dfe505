/**
 * npm run openapi:release: today's document becomes the released one, which clients are held to from then on, and what stands
 * under "Unreleased" in the changelog gets its version. The version is that of `backend/src/api/document.ts`. Today's schema
 * becomes the released one, too. Nothing is written unless the checks of both pass; of another folder there is a document alone.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from '../checks/document/breaking.mjs';
import { released, undeclared } from '../checks/document/changelog.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { root } from '../lib/process.mjs';

refuseLostOptions();

const folder = process.argv[2] ?? join(root, 'openapi');
const today = readFileSync(join(folder, 'openapi.json'), 'utf8');
const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
const document = JSON.parse(today);
const before = JSON.parse(readFileSync(join(folder, 'released.json'), 'utf8'));
const problem = problemOf(breakingChanges(before, document), before.info.version, document.info.version);
const isProject = process.argv[2] === undefined;
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else if (isProject && !(passes('contract.mjs') && passes('migrations.mjs', '--release'))) {
  console.error('Nothing is released.');
  process.exitCode = 1;
} else {
  writeFileSync(join(folder, 'released.json'), today);
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    released(changelog, `${document.info.version}, ${new Date().toISOString().slice(0, 10)}`),
  );
  console.log(`Version ${document.info.version} is released.`);
}

function passes(check, ...args) {
  return spawnSync(process.execPath, [join(root, 'tools/checks', check), ...args], { stdio: 'inherit' }).status === 0;
}

function problemOf(changes, was, is) {
  if (undeclared(changes, changelog).length > 0)
    return 'The changelog does not declare every breaking change. To see which run: npm run openapi:check';
  if (was === is)
    return `Version ${is} is released already. Raise it in backend/src/api/document.ts, then run: npm run openapi`;
  if (changes.length > 0 && was.split('.')[0] === is.split('.')[0])
    return `There are breaking changes since ${was}, so the first number of the version has to be raised.`;
  return null;
}
