import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRoot } from '../../../src/platform/embedded-postgres/account';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { startProcess, type AppProcess } from '../../support/processes/app-process';

/** What every process of the app is told here; the delay is that of `deploy/ecom-crm.env`. */
const SETTINGS = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'x'.repeat(32),
  TRUST_PROXY: '1',
  STOP_DELAY: '5',
  LOG_LEVEL: 'warn',
};

/** How a process is ended and begun: told to stop or killed, at the others' expense or not, whole or with a script of `mutants/`. */
export interface Restart {
  signal?: NodeJS.Signals;
  gently?: boolean;
  mutant?: string;
}

/** AppCluster of the built app on one database, each on a port that it keeps. */
export class AppProcesses {
  private constructor(
    readonly apps: AppProcess[],
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Starts them; `main` is another build's. */
  static async start(count: number, env: NodeJS.ProcessEnv, main?: string): Promise<AppProcesses> {
    const replicas = new AppProcesses([], { ...SETTINGS, ...env });
    try {
      for (let index = 0; index < count; index++) {
        replicas.apps.push(await startProcess({ env: { ...replicas.env, PORT: String(await freePort()) }, main }));
        await replicas.apps[index].ready;
      }
      return replicas;
    } catch (error) {
      await replicas.stop();
      throw error;
    }
  }

  get ports(): number[] {
    return this.apps.map(({ url }) => Number(new URL(url).port));
  }

  /** Ends one, starts it again on its port, and waits until `/readyz` is 200 and a balancer has seen it. */
  async restart(index: number, { signal = 'SIGTERM', gently = true, mutant }: Restart = {}): Promise<void> {
    const { child, ended, url } = this.apps[index];
    child.kill(signal);
    const how = await ended;
    if (signal === 'SIGTERM' && how !== 0)
      throw new Error(`a process ended with ${how}: ${this.apps[index].said.join('\n')}`);
    const app = await startProcess({ env: { ...this.env, PORT: new URL(url).port }, mutant });
    this.apps[index] = app;
    if (gently) yieldTo(app, constants.priority.PRIORITY_BELOW_NORMAL);
    await app.ready;
    while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) await sleep(50);
    if (gently) yieldTo(app, constants.priority.PRIORITY_NORMAL);
    await sleep(2_000);
  }

  /** Lines of their logs. */
  logged(level: 'warn' | 'error'): string[] {
    return this.apps.flatMap(({ said }) => said.filter((line) => line.startsWith(`{"level":"${level}"`)));
  }

  async stop(): Promise<void> {
    for (const { child } of this.apps) child.kill('SIGKILL');
    await Promise.all(this.apps.map(({ ended }) => ended));
  }
}

/** How far a process comes after others, as `CPUWeight` does it in `deploy/ecom-crm@.service`. Linux knows it by thread, and only root may take it back. */
function yieldTo({ child }: AppProcess, priority: number): void {
  if (!isRoot()) return;
  for (const thread of unlessEnded(() => readdirSync(`/proc/${child.pid}/task`)) ?? [])
    unlessEnded(() => setPriority(Number(thread), priority));
}

/** Does something to a process or a thread that may have ended. */
function unlessEnded<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (![constants.errno.ENOENT, constants.errno.ESRCH].includes(-((error as NodeJS.ErrnoException).errno ?? 0)))
      throw error;
    return undefined;
  }
}
