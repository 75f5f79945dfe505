import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../support/paths';

let project: string;

/** A copy where a command that goes on fails at the installation, before it does anything. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'options-'));
  for (const path of ['tools', 'package.json']) cpSync(join(root, path), join(project, path), { recursive: true });
  writeFileSync(join(project, 'package-lock.json'), '{ "packages": {} }');
  mkdirSync(join(project, 'bin'));
  writeFileSync(join(project, 'bin/npm'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
});
afterAll(() => rmSync(project, { recursive: true }));

/** What `npm run` with these words says. */
function said(...words: string[]): string {
  return errorsOf('npm', ['run', '--silent', ...words], process.env);
}

function errorsOf(program: string, args: string[], env: NodeJS.ProcessEnv): string {
  const { status, stderr } = spawnSync(program, args, { cwd: project, env: { ...env, CI: '1' }, encoding: 'utf8' });
  expect(status).not.toBe(0);
  return stderr;
}

it.each([
  ['purge', ['--dry-run', '--', 'images', '--unused-for', '0'], '--dry-run'],
  ['purge', ['images', '--unused-for=0', '--dry-run'], '--dry-run --unused-for'],
  ['remove:module', ['references', '--dry-run'], '--dry-run'],
  ['remove:module', ['references', '--dryRun'], '--dryRun'],
  ['remove:module', ['references', '--no-applied'], '--applied'],
  ['new:module', ['claims', '--thread', '--title=warranty claim'], '--title'],
  ['upgrade:dry-run', ['--into', 'postgres://shop.example/copy'], '--into'],
  ['backup', ['--verify', 'FILE'], '--verify'],
])('npm run %s %j is refused, since npm keeps the options for itself', (command, words, options) => {
  expect(said(command, ...words)).toContain(`Put -- before the options: npm run ${command} -- ... ${options}. `);
});

it.each(['links', 'search:rebuild', 'trends:rebuild', 'demo', 'restore', 'users'])(
  'npm run %s with --dry-run does nothing, before and after --',
  (command) => {
    for (const words of [['--dry-run'], ['--', '--dry-run']])
      expect(said(command, ...words)).toContain(`npm run ${command} has no --dry-run`);
  },
);

it.each([
  ['purge', ['images', '--unused-for', '0', '--dry-run'], {}],
  ['purge', ['images', '--unused-for', '0'], { npm_config_dry_run: 'false' }],
  ['module', ['new', 'claims'], { npm_config_thread: 'true' }],
  ['links', [], {}],
])('%s.mjs %j goes on with %j', (command, words, env) => {
  const PATH = [join(project, 'bin'), process.env.PATH].join(delimiter);
  expect(errorsOf(process.execPath, [`tools/commands/${command}.mjs`, ...words], { ...env, PATH })).toContain(
    'The project could not be prepared',
  );
});
