import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../support/paths';

let project: string;
let dev: ChildProcess;
let said: string;

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
/** A program that says its name and process, and stays. */
const program = (name: string): string =>
  `console.log('${name} is', process.pid, '.'); console.log('Found 0 errors.'); setInterval(() => {}, 1000);`;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'dev-'));
  for (const path of ['tools', 'backend/build.mjs']) cpSync(join(root, path), join(project, path), { recursive: true });
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) write(path, '{ "packages": {} }');
  write('node_modules/typescript/bin/tsc', program('tsc'));
  write('node_modules/vite/bin/vite.js', program('vite'));
  write('backend/src/database/schema/a.sql', 'SELECT 1;');
  write('backend/src/main.ts', '');
  write('backend/dist/main.js', program('server'));
});
afterEach(async () => {
  if (dev.exitCode === null && dev.signalCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  for (const name of ['server', 'tsc', 'vite'].filter(lives)) process.kill(pidOf(name), 'SIGKILL');
  rmSync(project, { recursive: true });
});

function start(env: NodeJS.ProcessEnv = {}): void {
  said = '';
  dev = spawn(process.execPath, ['tools/commands/dev.mjs'], { cwd: project, env: { ...process.env, CI: '1', ...env } });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (text) => (said += String(text)));
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 20_000; !isTrue();) {
    if (Date.now() > deadline) throw new Error(said);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const pidOf = (name: string): number => Number(new RegExp(`${name} is (\\d+) `).exec(said)?.[1]);
const lives = (name: string): boolean => {
  try {
    return process.kill(pidOf(name), 0);
  } catch {
    return false;
  }
};

it('npm run dev goes on when files cannot be copied for a moment', async () => {
  write('backend/dist/database/schema/a.sql/in-the-way', '');
  start();
  await until(() => said.includes('trying again'));
  rmSync(join(project, 'backend/dist/database/schema/a.sql'), { recursive: true });
  await until(() => lives('server') && lives('tsc') && lives('vite'));
});

it('npm run dev leaves nothing running when it breaks', async () => {
  write(
    'break.mjs',
    "if (process.argv[1]?.endsWith('dev.mjs')) process.on('SIGUSR2', () => { throw new Error('broken'); });",
  );
  start({ NODE_OPTIONS: `--import=${join(project, 'break.mjs')}` });
  await until(() => lives('server') && lives('tsc') && lives('vite'));
  dev.kill('SIGUSR2');
  await once(dev, 'exit');
  expect(said).toContain('broken');
  await until(() => !['server', 'tsc', 'vite'].some(lives));
});
