import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../support/paths';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'leftovers-'));
  const configuration = ['project.json', 'package.json', 'build.mjs', 'tsconfig.json', 'tsconfig.build.json'];
  for (const path of ['tools/lib', 'nx.json', 'tsconfig.base.json', ...configuration.map((name) => `backend/${name}`)])
    cpSync(join(root, path), at(path), { recursive: true });
  write('package.json', '{ "workspaces": ["backend"] }');
  write('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }');
  write('frontend/dist/index.html', '');
  write('backend/src/main.ts', 'export const name = 1;\n');
  write('backend/src/database/migrations/1-first.ts', 'export class First1 {}\n');
  write('backend/src/database/schema/first.sql', 'SELECT 1;\n');
  mkdirSync(at('node_modules'));
  for (const name of ['nx', 'typescript', '@types'])
    symlinkSync(join(root, 'node_modules', name), at('node_modules', name));
});

afterEach(() => rmSync(project, { recursive: true }));

function at(...path: string[]): string {
  return join(project, ...path);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

function node(...args: string[]): void {
  const env = { ...process.env, NX_CACHE_DIRECTORY: at('.nx/cache'), NX_WORKSPACE_DATA_DIRECTORY: at('.nx/data') };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

/** What a developer who was on another branch has in the folder of the build. */
function leaveFiles(): void {
  write('backend/dist/database/migrations/2-add-returns.js', 'exports.AddReturns2 = class {};');
  write('backend/dist/database/migrations/2-add-returns.js.map', '{}');
  write('backend/dist/database/schema/returns.sql', 'SELECT 2;');
  write('backend/dist/features/returns/return.entity.js', 'exports.Return = class {};');
}

function files(): string[] {
  const entries = readdirSync(at('backend/dist'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const nx = 'node_modules/nx/dist/bin/nx.js';

it.each([
  ['the build', ['backend/build.mjs']],
  ['a build that Nx restores from its cache', [nx, 'run', 'backend:build']],
  ['the start', ['--input-type=module', '-e', "(await import('./tools/lib/setup.mjs')).ensureBuilt()"]],
])('%s takes files of another branch out', (_name, command) => {
  node(...command);
  const fresh = files();
  expect(fresh).toContain('1-first.js');
  leaveFiles();
  node(...command);
  expect(files()).toEqual(fresh);
});

it('Nx has no daemon, which would leave such files in a build that it takes for unchanged', () => {
  expect(JSON.parse(readFileSync(join(root, 'nx.json'), 'utf8'))).toMatchObject({ useDaemonProcess: false });
});
