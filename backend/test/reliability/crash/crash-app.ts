import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { databaseName } from '../../../src/platform/embedded-postgres/cluster';
import { openHome, readPassword, readPort, type PostgresHome } from '../../../src/platform/embedded-postgres/home';
import { freePort, serverUrl } from '../../../src/platform/embedded-postgres/server';
import { postgresProcesses, serverProcess } from '../../support/processes/embedded-process';
import { dist, mutantFile } from '../../support/paths';

const main = `${dist}/main.js`;

/** Which processes are killed. */
export type Victim = 'app' | 'postgres' | 'both';

/** The built app with its embedded PostgreSQL, on one port and one data folder over all its lives. */
export class CrashApp {
  private child?: ChildProcess;
  private readonly home: PostgresHome;
  private said = '';

  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
  ) {
    this.home = openHome(dataDir);
  }

  static async on(dataDir: string): Promise<CrashApp> {
    if (!existsSync(main)) throw new Error('Build the backend first: npm run build');
    return new CrashApp(dataDir, await freePort());
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The address of its database, for the superuser, whom amcheck wants. */
  get databaseUrl(): string {
    return serverUrl('postgres', readPassword(this.home) ?? '', readPort(this.home) ?? 0, databaseName);
  }

  /** All that PostgreSQL runs on the data folder, for the end of a test. */
  get processes(): number[] {
    return postgresProcesses(this.home.data);
  }

  /** Starts a process; `mutant` names a script of `mutants/` that breaks it. */
  launch(mutant?: string): void {
    const env = {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    };
    const child = spawn(process.execPath, [...(mutant ? ['--require', mutantFile(mutant)] : []), main], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (this.said = (this.said + String(text)).slice(-2_000)));
  }

  /** Resolves with the milliseconds until it has answered from its database. */
  async answered(path: string, cookie: string): Promise<number> {
    const started = Date.now();
    for (const deadline = started + 60_000; Date.now() < deadline; await new Promise((done) => setTimeout(done, 20))) {
      const answer = await fetch(this.url + path, { headers: { cookie }, signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (answer && answer.status < 500) return Date.now() - started;
      if (this.child?.exitCode !== null) throw new Error(`The app ended by itself. It said: ${this.said}`);
    }
    throw new Error(`The app did not answer within a minute. It said: ${this.said}`);
  }

  /** `kill -9`, and a new process where the app itself was hit. */
  async kill(victim: Victim): Promise<void> {
    if (victim !== 'app')
      for (const pid of [serverProcess(this.home.data) ?? 0, ...postgresProcesses(this.home.data)])
        send(pid, 'SIGKILL');
    if (victim !== 'postgres') await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
