import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot, unprivilegedAccount } from '../../../src/platform/embedded-postgres/account';
import { root } from '../../support/paths';

const PACKAGES = ['haproxy', 'nginx', 'patroni', 'python3-etcd', 'etcd-server', 'postgresql-15', 'pgbouncer'];
/** Most of these programs refuse to be root, or should. */
const account = isRoot() ? unprivilegedAccount() : undefined;

/** The environment in which the programs of `deploy/` run. Missing ones are fetched. `TEST_PROGRAMS` holds it if it was found before. */
export function debian(packages = PACKAGES): NodeJS.ProcessEnv {
  if (process.env.TEST_PROGRAMS) return JSON.parse(process.env.TEST_PROGRAMS) as NodeJS.ProcessEnv;
  const key = packages.join(' ');
  const known = environments.get(key) ?? fetched(packages);
  environments.set(key, known);
  return known;
}

const environments = new Map<string, NodeJS.ProcessEnv>();

function fetched(packages: string[]): NodeJS.ProcessEnv {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/lib/debian.mjs', ...packages], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as NodeJS.ProcessEnv;
}

/** A folder that the programs may write in. */
export function makeFolder(): string {
  return handOver(mkdtempSync(join(tmpdir(), 'cluster-')));
}

/** Writes a file that the programs can read; answers its path. */
export function writeFor(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return handOver(path);
}

function handOver(path: string): string {
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

/** A file of `deploy/` with what an operator changes in it; each change must find its place. */
export function edited(file: string, changes: [from: string, to: string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} has no "${from}" to be changed`);
      return text.replaceAll(from, () => to);
    },
    readFileSync(join(root, 'deploy', file), 'utf8'),
  );
}

/** A program that runs until it is ended. */
export class Program {
  /** The end of what it has printed. */
  said = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;

  constructor(command: string, args: string[], { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string }) {
    this.child = spawn(command, args, {
      env,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text) => (this.said = (this.said + String(text)).slice(-20_000)));
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => {
        this.said += error.message;
        resolve();
      });
      this.child.once('exit', () => resolve());
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends a signal and waits for the end; one that does not heed SIGTERM is killed after ten seconds. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isAlive) return;
    this.child.kill(signal);
    const late = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.ended;
    clearTimeout(late);
  }
}
