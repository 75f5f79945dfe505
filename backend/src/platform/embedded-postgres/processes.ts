import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const onLinux = process.platform === 'linux';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function identityOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command (field 2) may hold spaces and brackets; what follows the last bracket starts at field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** What tells a live process from a later one with the same number; undefined when no such process lives. */
export function processIdentity(pid: number): string | undefined {
  if (onLinux) return identityOnLinux(pid);
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'win32') return 'alive';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || 'alive';
}

// The server keeps its arguments; the processes that it starts say `postgres: ` and what they do.
const postgresCommand = /^postgres: |(^|\/)postgres$/;

/** Whether the process is PostgreSQL at work in exactly this folder, run by the folder's owner. */
function worksIn(pid: number, data: string): boolean {
  if (onLinux) {
    try {
      const [command] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return (
        readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) &&
        postgresCommand.test(command) &&
        statSync(`/proc/${pid}`).uid === statSync(data).uid &&
        processIdentity(pid) !== undefined
      );
    } catch {
      return false;
    }
  }
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  const said = spawnSync('ps', ['-ww', '-o', 'uid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  const [, uid, command = ''] = /^\s*(\d+)\s+(.*)/.exec(said) ?? [];
  return command.includes('postgres') && command.includes(data) && Number(uid) === statSync(data).uid;
}

function recordedServer(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}

function processesIn(data: string): number[] {
  const server = recordedServer(data);
  const running = onLinux
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0)
    : server
      ? [server]
      : [];
  return running.filter((pid) => pid !== process.pid && worksIn(pid, data));
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

async function endWithin(pids: number[], milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (pids.some((pid) => processIdentity(pid) !== undefined)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Ends every PostgreSQL process that an earlier run left on this data folder, and what its lock file still claims. */
export async function endLeftovers(data: string, log: (message: string) => void): Promise<void> {
  const server = recordedServer(data);
  if (server !== undefined && worksIn(server, data)) {
    log(`Stopping the PostgreSQL (process ${server}) that an earlier run left behind.`);
    signalAll([server], 'SIGINT');
    await endWithin([server], 6_000);
  }
  const others = processesIn(data);
  signalAll(others, 'SIGQUIT');
  if (!(await endWithin(others, 2_000))) {
    signalAll(others, 'SIGKILL');
    await endWithin(others, 2_000);
  }
  // PostgreSQL would refuse to start if the number in a stale lock file now belonged to an unrelated process.
  if (server !== undefined && isAlive(server) && !worksIn(server, data))
    rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Ends a process while the event loop stands still (at process exit): asks, waits, then kills. */
export function endProcessSync(pid: number, signal: NodeJS.Signals, milliseconds: number): void {
  signalAll([pid], signal);
  if (!waitSync(() => processIdentity(pid) === undefined, milliseconds)) signalAll([pid], 'SIGKILL');
}

/** Kills a process group that works in a folder, while the event loop stands still, and waits until it is gone. */
export function killGroupSync(leader: number, folder: string): void {
  signalAll([-leader], 'SIGKILL');
  waitSync(() => processIdentity(leader) === undefined && processesIn(folder).length === 0, 2_000);
}

function waitSync(isOver: () => boolean, milliseconds: number): boolean {
  // Elsewhere an unreaped child looks alive for ever, so there it is left to end by itself.
  if (!onLinux) return true;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const deadline = Date.now() + milliseconds; !isOver(); Atomics.wait(clock, 0, 0, 10)) {
    if (Date.now() > deadline) return false;
  }
  return true;
}
