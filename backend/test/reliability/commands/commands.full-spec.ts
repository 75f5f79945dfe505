import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { root } from '../../support/paths';
import { Command, processesBelow } from './shell';
import { table, type Run } from './table';
import { report } from '../reliability-config';

// What the documents tell people to type, in a clone of the present commit that has nothing yet.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'commands-')));
const clone = join(folder, 'shop');
const steps = Object.entries(table).filter((entry): entry is [string, Run] => 'run' in entry[1]);
let env: NodeJS.ProcessEnv;
let app: Command | null = null;

beforeAll(async () => {
  // Under root, PostgreSQL runs as another account, which must be able to enter.
  chmodSync(folder, 0o755);
  execFileSync('git', ['clone', '--quiet', root, clone]);
  execFileSync(
    'git',
    [
      '-c',
      'advice.detachedHead=false',
      'checkout',
      '--quiet',
      execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    ],
    { cwd: clone },
  );
  const port = String(await freePort());
  env = {
    PORT: port,
    API_URL: `http://localhost:${port}`,
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@shop.example',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@shop.example',
  };
}, 120_000);
afterAll(async () => {
  await app?.stop();
  for (const pid of processesBelow(folder)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

it.each(steps)(
  '%s',
  async (name, step) => {
    if (!step.needsApp) await stopApp();
    const started = Date.now();
    const how = await (step.serves ? serves(step, step.serves) : runs(step));
    report('commands', `${how} in ${((Date.now() - started) / 1000).toFixed(1)} s: ${name}`);
  },
  1_200_000,
);

it('nothing is left running', async () => {
  await stopApp();
  // What ends with the app needs a moment.
  for (let tries = 0; tries < 50 && processesBelow(folder).length > 0; tries++) await sleep(100);
  expect(
    processesBelow(folder).map((pid) => execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })),
  ).toEqual([]);
}, 60_000);

async function runs({ run, limit, says }: Run): Promise<string> {
  const command = new Command(run, { cwd: clone, env });
  const code = await command.within(limit);
  expect([code, code === 0 ? '' : command.said.slice(-3000)]).toEqual([0, '']);
  if (says) expect(command.said).toMatch(says);
  return 'exit code 0';
}

/** Starts the app; commands that need it run while it answers. */
async function serves({ run, limit }: Run, address: RegExp): Promise<string> {
  app = new Command(run, { cwd: clone, env });
  const [, url] = await app.until(address, limit);
  const ask = async (path: string): Promise<number> => (await fetch(url + path).catch(() => ({ status: 0 }))).status;
  for (const end = Date.now() + limit * 1000; Date.now() < end && (await ask('/api/user')) !== 401;) await sleep(200);
  expect([await ask('/'), await ask('/api/user')]).toEqual([200, 401]);
  return 'answered';
}

async function stopApp(): Promise<void> {
  const last = app;
  app = null;
  await last?.stop();
}
