import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Env } from '../config/env';
import { DatabaseHealth } from '../database/database-health';
import { runPrepared } from '../database/prepared-statement';

/** Where the log is known to be complete, and the newest entry there may be. */
interface Horizon {
  safe: number;
  newest: number;
}

const CHANNEL = 'crm_news';
const NOTIFY = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };
/** Changes within this time are one NOTIFY. */
const PUBLISH_INTERVAL_MS = 50;
/** How soon to check again while a transaction with a lower number is still open. */
const RECHECK_MS = 25;
/** How often to check without a NOTIFY. */
const POLL_INTERVAL_MS = 2000;
const RECONNECT_DELAY_MS = 500;

/**
 * Says when the log has grown, in this process or in another one on the same database. AppCluster tell each other after
 * they have committed: a NOTIFY inside the transactions would make all writers commit one after the other.
 */
@Injectable()
export class ChangeNotifier extends EventEmitter implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('News');
  private position = -1;
  private checking?: Promise<void>;
  private checkAgain = false;
  private publishing = false;
  private publishAgain = false;
  private client?: Client;
  /** Whether this process is being stopped: nobody should wait any longer. */
  closed = false;
  private timers = new Set<NodeJS.Timeout>();
  private checkingSoon = false;

  constructor(
    private readonly source: DataSource,
    private readonly env: Env,
    private readonly databaseHealth: DatabaseHealth,
  ) {
    super();
    this.setMaxListeners(0);
  }

  onModuleInit(): void {
    void this.listen();
    this.every(POLL_INTERVAL_MS, () => {
      if (this.listenerCount('appended') > 0) this.check();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.emit('closed');
    await this.checking;
    await this.client?.end().catch(() => undefined);
  }

  /** Tells every process that something was committed. */
  publish(): void {
    this.check();
    if (this.publishing) this.publishAgain = true;
    else void this.notify('changes');
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

  /** Resolves when the log is complete beyond a number, or after `ms`, or when `signal` says so. */
  appendedBeyond(number: number, { ms, signal }: { ms: number; signal: AbortSignal }): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.off('appended', onAppended).off('closed', done);
        signal.removeEventListener('abort', done);
        clearTimeout(timer);
        resolve();
      };
      const onAppended = (position: number): void => (position > number ? done() : undefined);
      const timer = setTimeout(done, ms);
      this.on('appended', onAppended).on('closed', done);
      signal.addEventListener('abort', done);
      if (this.closed || signal.aborted || this.position > number) done();
      else this.check();
    });
  }

  private async notify(text: string): Promise<void> {
    this.publishing = true;
    try {
      do {
        this.publishAgain = false;
        await this.broadcast(text, '');
        await sleep(PUBLISH_INTERVAL_MS, undefined, { ref: false });
      } while (this.publishAgain);
    } catch {
      // The others find it when they look regularly.
    } finally {
      this.publishing = false;
    }
  }

  private check(): void {
    // Nobody waits: those who come look for themselves.
    if (this.closed || this.listenerCount('appended') === 0) return;
    if (this.checking) this.checkAgain = true;
    else this.checking = this.checkUntilDone();
  }

  private async checkUntilDone(): Promise<void> {
    try {
      do {
        this.checkAgain = false;
        const { safe, newest } = await this.horizon();
        if (safe > this.position) {
          this.position = safe;
          this.emit('appended', safe);
        }
        if (safe < newest) this.checkSoon();
      } while (this.checkAgain && !this.closed);
    } catch {
      // The database is away: the next regular look finds it again.
    } finally {
      this.checking = undefined;
    }
  }

  private checkSoon(): void {
    if (this.checkingSoon) return;
    this.checkingSoon = true;
    this.after(RECHECK_MS, () => {
      this.checkingSoon = false;
      this.check();
    });
  }

  private async listen(): Promise<void> {
    const client = new this.databaseHealth.Client({
      connectionString: this.env.DATABASE_URL,
      application_name: 'ecom-crm changes',
      keepAlive: true,
      connectionTimeoutMillis: 2000,
    });
    const lost = (): void => {
      client.removeAllListeners('notification');
      void client.end().catch(() => undefined);
      if (this.client !== client) return;
      this.client = undefined;
      this.after(RECONNECT_DELAY_MS, () => void this.listen());
    };
    this.client = client;
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ payload = '' }) => this.receive(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.receive('changes ');
    } catch (error) {
      if (!this.closed) this.log.debug(`cannot listen: ${(error as Error).message}`);
      lost();
    }
  }

  private receive(payload: string): void {
    const [topic, ...text] = payload.split(' ');
    if (topic === 'changes') this.check();
    else this.emit(topic, text.join(' '));
  }

  private after(ms: number, run: () => void): void {
    if (this.closed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, ms);
    this.timers.add(timer);
  }

  private every(ms: number, run: () => void): void {
    this.after(ms, () => {
      run();
      this.every(ms, run);
    });
  }
}
