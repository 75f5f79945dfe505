import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Env } from '../config/env';
import { Lifeline } from '../database/database-health';
import { prepared } from '../database/prepared-statement';

/** Where the log is known to be complete, and the newest entry there may be. */
interface Horizon {
  safe: number;
  newest: number;
}

const CHANNEL = 'crm_news';
const NOTIFY = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };
/** Wait for more before the next word to other processes; look again for an entry that waits for a writer under way; for one that nobody announced; for the lost connection; ms. */
const GATHER = 50;
const SOON = 25;
const REGULARLY = 2000;
const RECONNECT = 500;

/**
 * Says when the log has grown, in this process or in another one on the same database. Processes tell each other after
 * they have committed: a NOTIFY inside the transactions would make all writers commit one after the other.
 */
@Injectable()
export class News extends EventEmitter implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('News');
  private position = -1;
  private looking?: Promise<void>;
  private lookAgain = false;
  private announcing = false;
  private announceAgain = false;
  private client?: Client;
  /** Whether this process is being stopped: nobody should wait any longer. */
  closed = false;
  private timers = new Set<NodeJS.Timeout>();
  private lookingSoon = false;

  constructor(
    private readonly source: DataSource,
    private readonly env: Env,
    private readonly lifeline: Lifeline,
  ) {
    super();
    this.setMaxListeners(0);
  }

  onModuleInit(): void {
    void this.listen();
    this.every(REGULARLY, () => {
      if (this.listenerCount('grown') > 0) this.look();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.emit('closed');
    await this.looking;
    await this.client?.end().catch(() => undefined);
  }

  /** Tells every process that something was committed. */
  announce(): void {
    this.look();
    if (this.announcing) this.announceAgain = true;
    else void this.notify('changes');
  }

  /** Tells every process something else: `topic` is emitted with `text` everywhere. */
  async tell(topic: string, text: string): Promise<void> {
    await prepared(this.source, NOTIFY, [CHANNEL, `${topic} ${text}`]);
  }

  /** The number up to which the log is complete. */
  async horizon(): Promise<Horizon> {
    const [{ safe, newest }] = await this.source.query<{ safe: string; newest: string }[]>(
      'SELECT safe, newest FROM changes_horizon()',
    );
    return { safe: Number(safe), newest: Number(newest) };
  }

  /** Resolves when the log is complete beyond a number, or after `ms`, or when `signal` says so. */
  grownBeyond(number: number, { ms, signal }: { ms: number; signal: AbortSignal }): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.off('grown', onGrown).off('closed', done);
        signal.removeEventListener('abort', done);
        clearTimeout(timer);
        resolve();
      };
      const onGrown = (position: number): void => (position > number ? done() : undefined);
      const timer = setTimeout(done, ms);
      this.on('grown', onGrown).on('closed', done);
      signal.addEventListener('abort', done);
      if (this.closed || signal.aborted || this.position > number) done();
      else this.look();
    });
  }

  private async notify(text: string): Promise<void> {
    this.announcing = true;
    try {
      do {
        this.announceAgain = false;
        await this.tell(text, '');
        await sleep(GATHER, undefined, { ref: false });
      } while (this.announceAgain);
    } catch {
      // The others find it when they look regularly.
    } finally {
      this.announcing = false;
    }
  }

  private look(): void {
    // Nobody waits: those who come look for themselves.
    if (this.closed || this.listenerCount('grown') === 0) return;
    if (this.looking) this.lookAgain = true;
    else this.looking = this.lookUntilDone();
  }

  private async lookUntilDone(): Promise<void> {
    try {
      do {
        this.lookAgain = false;
        const { safe, newest } = await this.horizon();
        if (safe > this.position) {
          this.position = safe;
          this.emit('grown', safe);
        }
        if (safe < newest) this.lookSoon();
      } while (this.lookAgain && !this.closed);
    } catch {
      // The database is away: the next regular look finds it again.
    } finally {
      this.looking = undefined;
    }
  }

  private lookSoon(): void {
    if (this.lookingSoon) return;
    this.lookingSoon = true;
    this.after(SOON, () => {
      this.lookingSoon = false;
      this.look();
    });
  }

  private async listen(): Promise<void> {
    const client = new this.lifeline.Client({
      connectionString: this.env.DATABASE_URL,
      application_name: 'ecom-crm news',
      keepAlive: true,
      connectionTimeoutMillis: 2000,
    });
    const lost = (): void => {
      client.removeAllListeners('notification');
      void client.end().catch(() => undefined);
      if (this.client !== client) return;
      this.client = undefined;
      this.after(RECONNECT, () => void this.listen());
    };
    this.client = client;
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ payload = '' }) => this.hear(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.hear('changes ');
    } catch (error) {
      if (!this.closed) this.log.debug(`cannot listen: ${(error as Error).message}`);
      lost();
    }
  }

  private hear(payload: string): void {
    const [topic, ...text] = payload.split(' ');
    if (topic === 'changes') this.look();
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
