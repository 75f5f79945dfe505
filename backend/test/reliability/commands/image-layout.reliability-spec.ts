import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { cloneDatabase } from '../../support/database';
import { root } from '../../support/paths';
import { report } from '../reliability-config';

// There is no Docker here: this lays out what the last stage of the Dockerfile copies, and runs its commands there.
jest.setTimeout(120_000);

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
/** The account of the image is not root. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const home = mkdtempSync(join(tmpdir(), 'image-'));
const image = join(home, 'app');
let env: NodeJS.ProcessEnv;
let app: ChildProcess;

interface LockedPackage {
  dev?: boolean;
  link?: boolean;
}

beforeAll(async () => {
  for (const [, paths] of lastStage.matchAll(/^COPY --from=build (.+)$/gm)) copy(paths.split(' '));
  chmodSync(home, 0o777);
  for (const [, names] of lastStage.matchAll(/^RUN install -d -o node -g node (.+)$/gm))
    for (const name of names.split(' ')) {
      mkdirSync(join(image, name));
      if (account.uid) chownSync(join(image, name), account.uid, account.gid);
    }
  const given = [...lastStage.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    line.split(' ').map((one) => one.split('=')),
  );
  env = {
    PATH: process.env.PATH,
    HOME: home,
    ...Object.fromEntries(given),
    PORT: String(await freePort()),
    DATABASE_URL: await cloneDatabase('template0'),
    SESSION_SECRET: 'x'.repeat(32),
    REGISTRATION: 'invite',
  };
});
afterAll(() => {
  app.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

/** What a COPY of the build does. */
function copy(paths: string[]): void {
  const target = paths.pop() as string;
  for (const path of paths.map((one) => one.replace('/app/', ''))) {
    const to = join(image, target, target.endsWith('/') ? basename(path) : '');
    if (path === 'node_modules') copyProductionPackages(to);
    else cpSync(join(root, path), to, { recursive: true });
  }
}

/** What `npm prune --omit=dev` leaves. */
function copyProductionPackages(to: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const packages = Object.entries(lock.packages).filter(([, { dev, link }]) => !dev && !link);
  for (const [path] of packages) {
    const from = join(root, path);
    const isInner = (file: string): boolean => file.slice(from.length).includes('/node_modules');
    cpSync(from, join(to, '..', path), { recursive: true, verbatimSymlinks: true, filter: (file) => !isInner(file) });
  }
  writeFileSync(join(to, '.package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }));
}

/** What a command prints; throws where it fails. */
function run(command: string, { input = '', ...more }: NodeJS.ProcessEnv = {}): string {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: image,
    env: { ...env, ...more },
    input,
    encoding: 'utf8',
    ...account,
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`);
  report('image-layout', `${command} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return stdout + stderr;
}

/** The command of a line such as `CMD ["node", "main.js"]`. */
function exec(instruction: string): string[] {
  const found = new RegExp(`^${instruction}CMD (\\[.*\\])$`, 'm').exec(lastStage);
  return JSON.parse(found?.[1] ?? '[]') as string[];
}

it('the image holds what its commands need, and its account may write what they write', async () => {
  const [node, ...args] = exec('');
  app = spawn(node === 'node' ? process.execPath : node, args, {
    cwd: image,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...account,
  });
  const [, ...probe] = exec('HEALTHCHECK .*\\n *');
  const isWell = (): boolean => spawnSync(process.execPath, probe, { env }).status === 0;
  for (const end = Date.now() + 30_000; !isWell() && Date.now() < end;) await sleep(200);
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(200))
    if ((await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).ok) break;

  expect(run('npm run users -- create first@shop.example', { input: 'secret password' })).toContain('is there');
  expect(run('npm run users -- list')).toContain('first@shop.example');
  expect(run('npm run search:rebuild')).toContain('products: words listed');
  expect(run('npm run backup')).toContain('read back whole');
  const [file] = readdirSync(join(image, 'backups'));
  expect(run(`npm run backup -- --verify backups/${file}`)).toContain('read back equal');
  expect(run('npm run upgrade:dry-run')).toContain('Every value of');
  app.kill();
  const restored = await cloneDatabase('template0');
  expect(run(`npm run restore -- backups/${file}`, { DATABASE_URL: restored })).toContain('Restored in');
  expect(run('npm run users -- list', { DATABASE_URL: restored })).toContain('first@shop.example');
  report('image-layout', `${execFileSync('du', ['-sm', image], { encoding: 'utf8' }).split('\t')[0]} MB`);
});
