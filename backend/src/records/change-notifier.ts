import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { DatabaseHealth } from '../database/database-health';
import { runPrepared } from '../database/prepared-statement';
import { coalesce } from '../http/budgets/coalesce';

/** Where the log is known to be complete, and the newest entry there may be. */
interface Horizon {
  safe: number;
  newest: number;
}

const CHANNEL = 'crm_news';
const NOTIFY = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };
/** Changes within this time are one NOTIFY. */
const PUBLISH_INTERVAL_MS = 50;
/** Changes within this time are found by one look at the log. */
const CHECK_INTERVAL_MS = 50;
/** How soon to check again while a transaction with a lower number is still open. */
const RECHECK_MS = 25;
/** How often to check without a NOTIFY. */
const POLL_INTERVAL_MS = 2000;
const RECONNECT_DELAY_MS = 500;

/**
 * Says when the log has grown, in this process or in another one on the same database. Processes tell each other after
 * they have committed: a NOTIFY inside the transactions would make all writers commit one after the other.
 */
@Injectable()
export class ChangeNotifier extends EventEmitter implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('ChangeNotifier');
  /** Up to where the log was complete at the last look; nobody looks while nobody listens to `appended`. */
  position = -1;
  private client?: Client;
  private hasListened = false;
  private poll?: NodeJS.Timeout;
  private recheck?: NodeJS.Timeout;
  /** Whether this process is being stopped: nobody should wait any longer. */
  closed = false;

  constructor(
    private readonly source: DataSource,
    private readonly databaseHealth: DatabaseHealth,
  ) {
    super();
    this.setMaxListeners(0);
  }

  onModuleInit(): void {
    void this.listen();
    this.poll = setInterval(() => void this.check(), POLL_INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    this.emit('closed');
    await this.check();
    await this.client?.end().catch(() => undefined);
  }

  /** Tells every process that something was committed. */
  publish(): void {
    void this.check();
    void this.notify();
  }

  /** Tells every process something else: `topic` is emitted with `text` everywhere. */
  async broadcast(topic: string, text: string): Promise<void> {
    await runPrepared(this.source, NOTIFY, [CHANNEL, `${topic} ${text}`]);
  }

  /** The number up to which the log is complete. */
  async horizon(): Promise<Horizon> {
    const [{ safe, newest }] = await this.source.query<{ safe: string; newest: string }[]>(
      'SELECT safe, newest FROM changes_horizon()',
    );
    return { safe: Number(safe), newest: Number(newest) };
  }

  /** Resolves when the log is complete beyond a number or was put back, or after `ms`, or when `signal` says so. */
  appendedBeyond(number: number, { ms, signal }: { ms: number; signal: AbortSignal }): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.off('appended', onAppended).off('rewound', done).off('closed', done);
        signal.removeEventListener('abort', done);
        clearTimeout(timer);
        resolve();
      };
      const onAppended = (position: number): void => (position > number ? done() : undefined);
      const timer = setTimeout(done, ms);
      this.on('appended', onAppended).on('rewound', done).on('closed', done);
      signal.addEventListener('abort', done);
      void this.check();
      if (this.closed || signal.aborted || this.position > number) done();
    });
  }

  private readonly notify = coalesce(async () => {
    // Processes that are not told find it by polling.
    await this.broadcast('changes', '').catch(() => undefined);
    await sleep(PUBLISH_INTERVAL_MS, undefined, { ref: false });
  });

  /** Emits `appended` where the log has grown, and `rewound` where the database was put back to an earlier state. */
  private readonly check = coalesce(async () => {
    // Where nobody listens the log is not looked at.
    if (this.closed || this.listenerCount('appended') === 0) return;
    // While the database is away, the next poll finds it again.
    const horizon = await this.horizon().catch(() => null);
    if (!horizon) return;
    if (horizon.newest < this.position) {
      // All who wait for the log to grow look at it again, too.
      this.position = -1;
      this.emit('rewound');
    }
    if (horizon.safe > this.position) this.emit('appended', (this.position = horizon.safe));
    if (horizon.safe < horizon.newest) this.recheck ??= this.checkLater();
    await sleep(CHECK_INTERVAL_MS);
  });

  private checkLater(): NodeJS.Timeout {
    return setTimeout(() => {
      this.recheck = undefined;
      void this.check();
    }, RECHECK_MS).unref();
  }

  /** Emits `listening` when it is listened again: what processes told each other in between was not heard. */
  private async listen(): Promise<void> {
    if (this.closed) return;
    const client = new Client(this.databaseHealth.clientConfig('changes'));
    const lost = (): void => {
      client.removeAllListeners('notification');
      void client.end().catch(() => undefined);
      if (this.client !== client) return;
      this.client = undefined;
      setTimeout(() => void this.listen(), RECONNECT_DELAY_MS).unref();
    };
    this.client = client;
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ payload = '' }) => this.receive(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.receive('changes ');
      if (this.hasListened) this.emit('listening');
      this.hasListened = true;
    } catch (error) {
      if (!this.closed) this.log.debug(`cannot listen: ${(error as Error).message}`);
      lost();
    }
  }

  private receive(payload: string): void {
    const [topic, ...text] = payload.split(' ');
    if (topic === 'changes') void this.check();
    else this.emit(topic, text.join(' '));
  }
}
