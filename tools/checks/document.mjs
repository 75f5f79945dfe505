/**
 * Checks the OpenAPI document as readers and programs get it: everything is described and shown by an example, the linters
 * have nothing against it, and nobody who works with the released one is left behind unless `CHANGELOG.md` says so.
 * Another folder than `openapi` may be given, and which checks: `-- FOLDER examples changes lint`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from './document/breaking.mjs';
import { undeclared } from './document/changelog.mjs';
import { completeness } from './document/completeness.mjs';
import { root } from '../lib/process.mjs';

const checks = { examples: checkExamples, changes: checkChanges, lint: checkLint };
const [folder = join(root, 'openapi'), ...wanted] = process.argv.slice(2);
const document = read('openapi.json');
for (const [name, check] of Object.entries(checks)) if (wanted.length === 0 || wanted.includes(name)) await check();

function read(file) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function fail(title, lines, cure) {
  console.error([`${title}:`, ...lines.map((line) => `- ${line}`), cure].join('\n'));
  process.exitCode = 1;
}

function checkExamples() {
  const { counts, missing } = completeness(document);
  if (missing.length > 0)
    return fail(
      'The document does not describe or show everything',
      missing,
      'To mend it give the DTO field or the operation a `description` or an `example`.',
    );
  console.log(
    `All is described and has an example: ${Object.entries(counts)
      .map(([sort, count]) => `${count} ${sort}`)
      .join(', ')}.`,
  );
}

function checkChanges() {
  const released = read('released.json');
  const changes = breakingChanges(released, document);
  const lines = undeclared(changes, readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'));
  const cure =
    'To mend it take the change back, or add these lines to openapi/CHANGELOG.md under "## Unreleased" and say what clients have to do.';
  if (lines.length > 0) return fail(`Clients of version ${released.info.version} would break`, lines, cure);
  console.log(
    `Clients of version ${released.info.version} go on working${changes.length > 0 ? `, but for ${changes.length} declared breaking changes` : ''}.`,
  );
}

async function checkLint() {
  // The linters take a second to load.
  const { lint } = await import('./document/lint.mjs');
  const lines = await lint(document);
  if (lines.length > 0)
    return fail(
      'The linters have found',
      lines,
      'To mend it change the decorators; a rule that is not for us is switched off in tools/checks/document/lint.mjs, with the reason.',
    );
  console.log('Spectral and Redocly have nothing against it.');
}
