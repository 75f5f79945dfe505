import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What an npm or a Jest that has started this process means for itself, and Nx's daemon, which would stay behind. */
const NOT_PASSED_ON = /^(npm_(?!config_)|INIT_CWD$|NODE_ENV$|RELIABILITY|JEST_|DATABASE_URL$|FORCE_COLOR$)/;
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name))),
  NX_DAEMON: 'false',
  NO_COLOR: '1',
};
const GRACE_MS = 20_000;

/** A command line that runs, with all that it has started. */
export class Command {
  said = '';
  readonly ended: Promise<number | string>;
  private readonly child: ChildProcess;

  constructor(line: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }) {
    this.child = spawn('sh', ['-c', line], {
      cwd,
      env: { ...environment, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    this.ended = new Promise((resolve) => this.child.once('close', (code, signal) => resolve(signal ?? code ?? 1)));
  }

  /** Its exit code, or what ended it: `too slow` after so many seconds. */
  async within(seconds: number): Promise<number | string> {
    const how = await Promise.race([this.ended, sleep(seconds * 1000, 'too slow', { ref: false })]);
    if (how === 'too slow') await this.stop();
    return how;
  }

  /** Waits until it prints what is wanted. */
  async until(pattern: RegExp, seconds: number): Promise<RegExpExecArray> {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) {
      const found = pattern.exec(this.said);
      if (found) return found;
      if (this.child.exitCode !== null) break;
    }
    await this.stop();
    throw new Error(`It did not say ${pattern}:\n${this.said.slice(-3000)}`);
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    this.signal('SIGINT');
    if ((await Promise.race([this.ended, sleep(GRACE_MS, 'late', { ref: false })])) === 'late') this.signal('SIGKILL');
    await this.ended;
  }

  private signal(name: NodeJS.Signals): void {
    try {
      process.kill(-(this.child.pid as number), name);
    } catch {
      // Nothing of it is left.
    }
  }
}

/** The processes that work in a folder or below it; on Linux alone. */
export function processesBelow(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    });
}
