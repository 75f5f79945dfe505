/** Formats and lints the staged files, and stages what the formatter changed. Runs as the pre-commit hook of git. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, say } from '../lib/process.mjs';

const PRETTIER_OPTIONS = ['--ignore-unknown', '--log-level=warn'];

const staged = filesOf('diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z');
const changed = new Set(filesOf('diff', '--name-only', '-z'));
// A file that is staged in part would be staged whole after formatting, so it is only checked.
const partly = staged.filter((file) => changed.has(file));
const whole = staged.filter((file) => !changed.has(file));
const sources = staged.filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file));

const passed = [
  node('prettier/bin/prettier.cjs', ['--write', ...PRETTIER_OPTIONS], whole),
  node('prettier/bin/prettier.cjs', ['--check', ...PRETTIER_OPTIONS], partly),
  node('eslint/bin/eslint.js', ['--no-warn-ignored'], sources),
];
if (whole.length > 0) execFileSync('git', ['add', '--', ...whole], { cwd: root });
if (passed.includes(false)) {
  say('The commit is stopped. Fix what is listed above and stage it.');
  process.exitCode = 1;
}

function filesOf(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
}

function node(program, options, files) {
  if (files.length === 0) return true;
  const args = [join(root, 'node_modules', program), ...options, ...files];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}
