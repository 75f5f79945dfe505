import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { usableBinaries, type PostgresBinaries } from './binaries';
import { checkMajorVersion, createCluster, databaseName, removeDrafts } from './cluster';
import { Disk } from './disk';
import { explained } from './files';
import { ensurePassword, openHome, readPassword, readPort, writePort, type PostgresHome } from './home';
import { takeOwnership, type Ownership } from './ownership';
import { endLeftovers } from './processes';
import { freePort, serverUrl, startServer, withClient, type PostgresServer } from './server';
import { durable, settings } from './settings';

type Log = (message: string) => void;

// What ends by itself: a process of a killed server still at work, or a port taken since it was chosen.
const passing = /shared memory block|lock file "postmaster\.pid"|Address already in use/;

const guestLooksEvery = 500;
const startPatience = 30_000;
const firstBackoff = 100;
// Short enough that people are soon served again when there is room on a full disk.
const longestBackoff = 2_000;
const steadyAfter = 60_000;

async function checkDurability(url: string): Promise<void> {
  const query = 'SELECT name FROM pg_settings WHERE name = ANY($1) AND setting <> $2';
  const off = await withClient(url, (client) => client.query<{ name: string }>(query, [durable, 'on']));
  if (off.rows.length === 0) return;
  const names = off.rows.map(({ name }) => name).join(', ');
  throw new Error(`PostgreSQL runs without ${names}, so a power failure could lose data. The app does not start so.`);
}

async function ensureDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}

/**
 * Keeps one PostgreSQL running for a data folder.
 *
 * The first process becomes its owner: it starts the server, restarts it when it dies, and stops it at the end. Any
 * further process is a guest of the same server, and follows the owner when that one is gone.
 */
export class PostgresSupervisor {
  private readonly stopping = new AbortController();
  private readonly stopRequest = new Promise<string>((resolve) => {
    this.stopping.signal.addEventListener('abort', () => resolve('stop requested'));
  });
  private readonly bornAt = Date.now();
  private password = '';
  private port: number | undefined;
  /** Of an owner alone. */
  server: PostgresServer | undefined;
  private life: Promise<void> = Promise.resolve();
  private ready = false;
  private announceReady: () => void = () => undefined;
  private lastSaid = '';

  private constructor(
    private readonly home: PostgresHome,
    private readonly binaries: PostgresBinaries,
    private readonly log: Log,
    /** The room for the data. */
    readonly disk: Disk,
  ) {}

  /**
   * Resolves when the server answers; on a full disk, that is when there is room again. Rejects, with no process left
   * behind, when it cannot be started, or when `stopping` says that it need not.
   */
  static async start({
    dataDir,
    log,
    stopping,
  }: {
    dataDir: string;
    log: Log;
    stopping?: AbortSignal;
  }): Promise<PostgresSupervisor> {
    const home = openHome(dataDir);
    const supervisor = new PostgresSupervisor(home, usableBinaries(home.account, log), log, new Disk(home.folder, log));
    // Once it runs, it stops after the app, by `stop`.
    stopping?.addEventListener('abort', () => supervisor.ready || supervisor.stopping.abort());
    await supervisor.disk.watch();
    await new Promise<void>((resolve, reject) => {
      supervisor.announceReady = resolve;
      supervisor.life = supervisor.run().finally(() => supervisor.disk.stop());
      supervisor.life.then(() => reject(new Error('Stopped before PostgreSQL ran.')), reject);
    });
    return supervisor;
  }

  /** The address of the app's database; it stays the same as long as this process lives. */
  get url(): string {
    return this.urlOf(databaseName);
  }

  /** Ends the supervision and, as the owner, the server; may be called more than once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.life;
  }

  private urlOf(database: string): string {
    return serverUrl(databaseName, this.password, this.port ?? 0, database);
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const ownership = this.tryOwnership();
      if (ownership) await this.beOwner(ownership);
      else if (!this.ready && !(await this.join()) && this.patienceIsOver()) throw this.silentOwner();
      await this.pause(this.ready ? guestLooksEvery : 50);
    }
  }

  /** A full disk may refuse even this; then it is tried again. */
  private tryOwnership(): Ownership | undefined {
    try {
      return takeOwnership(this.home.folder);
    } catch (error) {
      const problem = explained(error, `Taking ${this.home.folder}`);
      if (!this.ready && !this.disk.isFull) throw problem;
      this.say(problem.message);
      return undefined;
    }
  }

  private patienceIsOver(): boolean {
    return Date.now() > this.bornAt + startPatience && !this.disk.isFull;
  }

  private say(message: string): void {
    if (message !== this.lastSaid) this.log(message);
    this.lastSaid = message;
  }

  private silentOwner(): Error {
    return new Error(
      `Another running process owns the database in ${this.home.folder}, but its PostgreSQL does not answer. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    );
  }

  /** Uses the server of the process that owns it. */
  private async join(): Promise<boolean> {
    this.password = readPassword(this.home) ?? '';
    this.port = readPort(this.home);
    if (!this.password || !this.port) return false;
    try {
      await withClient(this.url, (client) => client.query('SELECT 1'));
    } catch {
      return false;
    }
    this.log(`Sharing the PostgreSQL of another running process, with its data in ${this.home.folder}.`);
    this.becomeReady();
    return true;
  }

  private becomeReady(): void {
    this.ready = true;
    this.announceReady();
  }

  private async beOwner(ownership: Ownership): Promise<void> {
    try {
      if (this.ready) this.log('The process that owned PostgreSQL is gone; this one takes over.');
      await this.prepare();
      await this.keepRunning();
    } catch (error) {
      if (!this.ready) throw error;
      this.say((error as Error).message);
    } finally {
      await this.server?.stop();
      ownership.release();
    }
  }

  private async prepare(): Promise<void> {
    const { home, binaries } = this;
    await removeDrafts(home.data);
    const password = (this.password = ensurePassword(home));
    if (existsSync(home.data)) return checkMajorVersion(home.data, binaries.major);
    this.log(`Creating the database in ${home.data}.`);
    await createCluster({ binaries, account: home.account, data: home.data, password, superuser: 'postgres' });
  }

  private async keepRunning(): Promise<void> {
    let backoff = firstBackoff;
    while (!this.stopping.signal.aborted) {
      const startedAt = Date.now();
      const reason = await this.startOnce();
      if (this.stopping.signal.aborted) return;
      if (Date.now() - startedAt > steadyAfter) backoff = firstBackoff;
      this.say(`PostgreSQL is down (${reason}); starting it again.`);
      await this.pause(backoff);
      backoff = Math.min(backoff * 2, longestBackoff);
    }
  }

  /** Starts the server and resolves, with the reason, when it has ended. */
  private async startOnce(): Promise<string> {
    try {
      this.server = await this.startChecked();
    } catch (error) {
      const { message } = error as Error;
      await this.disk.look();
      if (this.disk.isFull) return 'the disk is full';
      if (this.ready || (passing.test(message) && !this.patienceIsOver())) return message;
      throw error;
    }
    const as = this.home.account ? ` as the account ${this.home.account.name}` : '';
    const where = `its data lies in ${this.home.data}`;
    this.say(this.ready ? 'PostgreSQL runs again.' : `PostgreSQL ${this.binaries.major} runs${as}; ${where}.`);
    this.becomeReady();
    return Promise.race([this.server.ended, this.stopRequest]);
  }

  private async startChecked(): Promise<PostgresServer> {
    const { home, binaries } = this;
    await endLeftovers(home.data, this.log);
    // Once known to a pool in this process the port must stay; before that, a taken one is replaced.
    if (!this.ready) this.port = await freePort(readPort(home));
    const port = this.port ?? 0;
    const url = this.urlOf('postgres');
    const place = { data: home.data, logFile: home.logFile, account: home.account };
    const server = await startServer({ ...place, binaries, port, settings, url, signalAtExit: 'SIGINT' });
    try {
      await ensureDatabase(url);
      // Asked where the app will be: a database or a role may have settings of its own.
      await checkDurability(this.url);
      // Writing it again would need room.
      if (readPort(home) !== port) writePort(home, port);
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    // Once all is ready, waiting must not keep a process alive that has nothing else to do.
    await sleep(milliseconds, undefined, { signal: this.stopping.signal, ref: !this.ready }).catch(() => undefined);
  }
}
