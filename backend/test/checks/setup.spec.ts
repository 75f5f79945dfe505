import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../support/paths';

let project: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'setup-'));
  cpSync(join(root, 'tools'), join(project, 'tools'), { recursive: true });
});

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(project, { recursive: true });
});

describe('a command where the installation fails', () => {
  const commands = 'start backup restore users purge links demo search-rebuild upgrade-dry-run'.split(' ');
  it.each([...commands.map((name) => `commands/${name}`), 'checks/migrations', 'checks/contract'])(
    'says so in a sentence: %s',
    (name) => {
      mkdirSync(join(project, 'bin'));
      writeFileSync(join(project, 'bin/npm'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
      writeFileSync(join(project, 'package-lock.json'), '{ "packages": {} }');
      const env = { CI: '1', PATH: [join(project, 'bin'), process.env.PATH].join(delimiter) };
      const { status, stderr } = spawnSync(process.execPath, [`tools/${name}.mjs`], {
        cwd: project,
        env,
        encoding: 'utf8',
      });
      expect(stderr).toMatch(/^The project could not be prepared\. npm ci .* ended with code 3\.\n$/);
      expect(status).toBe(3);
    },
  );
});

describe('the lock of the setup', () => {
  const recorded = (): string => join(project, '.nx/setup.lock/pid');

  /** Takes the lock, says so, and keeps it until its input ends. */
  function holder(): ChildProcess {
    const task = `process.stdin.resume(); console.log('mine'); return new Promise((end) => process.stdin.on('end', end))`;
    const code = `(await import('./tools/lib/lock.mjs')).whileLocked(() => { ${task}; })`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: project });
    started.push(child);
    return child;
  }

  async function says({ stdout }: ChildProcess, text: string): Promise<void> {
    for (let said = ''; !said.includes(text);) said += String((await once(stdout!, 'data'))[0]);
  }

  it('is waited for while its holder lives', async () => {
    const first = holder();
    await says(first, 'mine');
    const second = holder();
    await says(second, `Another process (${first.pid}) prepares this folder`);
    first.stdin?.end();
    await says(second, 'mine');
  });

  it('is taken from one that is gone, also where another process has its number now', async () => {
    const gone = holder();
    await says(gone, 'mine');
    gone.kill('SIGKILL');
    await once(gone, 'exit');
    writeFileSync(recorded(), readFileSync(recorded(), 'utf8').replace(/^\d+/, String(process.pid)));
    await says(holder(), 'mine');
  });
});
