/**
 * Makes the change of docs/first-change.md in a throw-away copy of the project, as the page says, and runs the checks that it
 * must pass. Fails when the change needs more files or lines than the page promises.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject, runInCopy } from '../lib/project-copy.mjs';
import { ensureInstalled } from '../lib/setup.mjs';

const MAX_FILES = 7;
const MAX_LINES = 45;

await ensureInstalled();
const copy = copyProject('first-change-');
const page = readFileSync(join(copy, 'docs/first-change.md'), 'utf8');
/** The edits and the commands of the page, in order. */
const steps = [...page.matchAll(/^`(\S+)`\n\n```diff\n([\s\S]*?)^```|^```sh\n(.*)\n```/gm)];
const edits = steps.filter(([, file]) => file);
const lines = edits.reduce((sum, [, , diff]) => sum + diff.split('\n').filter((line) => /^\+./.test(line)).length, 0);
if (edits.length > MAX_FILES || lines > MAX_LINES)
  throw new Error(`The change takes ${edits.length} files and ${lines} lines; at most ${MAX_FILES} and ${MAX_LINES}.`);

for (const [, file, diff, command] of steps) {
  if (file) edit(file, diff);
  else run(command);
}
const changed = edits.map(([, file]) => file);
step('format', 'node_modules/prettier/bin/prettier.cjs', '--check', ...changed);
step('lint', 'node_modules/eslint/bin/eslint.js', ...changed, 'backend/src/database/migrations');
for (const side of ['backend', 'frontend'])
  step(`${side} types`, 'node_modules/typescript/bin/tsc', '-p', side, '--noEmit');
step('migrations', 'tools/checks/migrations.mjs');
step('contract', 'tools/checks/contract.mjs');
for (const side of ['backend', 'frontend'])
  step(`${side} tests`, 'node_modules/jest/bin/jest.js', '-c', `${side}/jest.config.cjs`, 'features/problems/');
const sql = readdirSync(join(copy, 'backend/src/database/migrations')).filter((file) =>
  /-add-order-number\.ts$/.test(file),
);
if (sql.length !== 1) throw new Error('There is no migration add-order-number.');
console.log(`\nmeasured first-change: ${edits.length} files, ${lines} lines`);

/** Applies the hunks of a diff, which are separated by `@@`; the text that each replaces occurs once in the file. */
function edit(file, diff) {
  let text = readFileSync(join(copy, file), 'utf8');
  for (const hunk of diff.split(/^@@\n/m)) {
    const rows = hunk.replace(/\n$/, '').split('\n');
    const before = rows.filter((row) => !row.startsWith('+')).map((row) => `${row.slice(1)}\n`);
    const after = rows.filter((row) => !row.startsWith('-')).map((row) => `${row.slice(1)}\n`);
    if (text.split(before.join('')).length !== 2)
      throw new Error(`docs/first-change.md: this is not in ${file} once:\n${before.join('')}`);
    text = text.replace(before.join(''), () => after.join(''));
  }
  writeFileSync(join(copy, file), text);
}

/** Runs a command of the page by the program that package.json names. */
function run(command) {
  const [, script, args = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'));
  const [, program] = /^node (\S+)$/.exec(scripts[script]) ?? [];
  if (!program) throw new Error(`docs/first-change.md: "${command}" is not a script of one program.`);
  step(command, program, ...args.split(' ').filter(Boolean));
}

function step(...args) {
  runInCopy(copy, ...args);
}
