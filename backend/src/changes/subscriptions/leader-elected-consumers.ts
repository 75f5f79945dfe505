import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { DatabaseHealth } from '../../database/database-health';
import { FeedConsumer, type Tick } from './feed-consumer';
import { coalesce } from '../../http/budgets/coalesce';
import type { ChangeNotifier } from '../../records/change-notifier';

/** How often to try to become the leader, and to read the list of consumers. */
const ELECTION_INTERVAL_MS = 2000;
/** How long to wait for running ticks at the end. */
const STOP_TIMEOUT_MS = 5000;
/** How often to log that a consumer fails: it is tried again each second. */
const WARN_INTERVAL_MS = 5 * 60 * 1000;
/** A machine that vanishes closes no connection: with these seconds PostgreSQL ends it in 25 s, and another process leads. */
const KEEPALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** Consumers of the feed of changes that run in one process of all. */
export interface ConsumerGroup<Id> {
  /** In the log, and of its connection. */
  name: string;
  /** The number of an advisory lock, unique on the database; the process that holds it leads. */
  lock: number;
  /** The consumers there are now; without any, no process leads. */
  list: () => Promise<Id[]>;
  /** What a consumer runs; it starts at the last committed offset. */
  tickOf: (id: Id) => Tick;
}

/** Runs a group of consumers in one process of all on a database, elected by an advisory lock. */
export class LeaderElectedConsumers<Id> {
  private readonly log: Logger;
  private readonly consumers = new Map<Id, FeedConsumer>();
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private isLeader = false;
  private warnedAt = -Infinity;
  private closed = false;

  constructor(
    private readonly tools: { databaseHealth: DatabaseHealth; notifier: ChangeNotifier },
    private readonly group: ConsumerGroup<Id>,
  ) {
    this.log = new Logger(group.name);
  }

  start(): void {
    void this.tools.databaseHealth.ready.then(() => this.refresh());
    this.timer = setInterval(() => void this.refresh(), ELECTION_INTERVAL_MS);
  }

  /** Reads the list of consumers now, and wakes all of them, including consumers that wait after a failure. */
  wake(): void {
    for (const consumer of this.consumers.values()) consumer.wake();
    void this.refresh();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await this.refresh();
    const ended = Promise.all([...this.consumers.values()].map((consumer) => consumer.stop()));
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    this.stepDown();
  }

  private readonly onAppended = (): void => {
    for (const consumer of this.consumers.values()) consumer.onAppended();
  };

  private readonly refresh = coalesce(async () => {
    if (this.closed || !this.tools.databaseHealth.prepared) return;
    await this.update().catch((error: unknown) => this.warn(`cannot look for work: ${(error as Error).message}`));
  });

  private async update(): Promise<void> {
    const wanted = await this.group.list();
    if (wanted.length === 0) return this.stepDown();
    if (!(await this.becomeLeader()) || this.closed) return;
    for (const [id, consumer] of this.consumers) {
      if (wanted.includes(id)) continue;
      void consumer.stop();
      this.consumers.delete(id);
    }
    for (const id of wanted) {
      if (!this.consumers.has(id)) this.consumers.set(id, this.newConsumer(id));
    }
  }

  private newConsumer(id: Id): FeedConsumer {
    return new FeedConsumer(this.group.tickOf(id), ({ message }) =>
      this.warn(`${id} could not go on, and is tried again: ${message}`),
    );
  }

  private warn(text: string): void {
    // That the database is away is logged where it is noticed.
    if (!this.tools.databaseHealth.isReady || Date.now() - this.warnedAt < WARN_INTERVAL_MS) return;
    this.warnedAt = Date.now();
    this.log.warn(text);
  }

  /** Whether this process is the one that leads; the lock goes with the connection. */
  private async becomeLeader(): Promise<boolean> {
    if (this.isLeader) return true;
    const client = (this.client ??= await this.connect());
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      this.group.lock,
    ]);
    if (!rows[0].locked || this.client !== client) return false;
    this.isLeader = true;
    this.tools.notifier.on('appended', this.onAppended);
    return true;
  }

  private async connect(): Promise<Client> {
    const client = new Client(this.tools.databaseHealth.clientConfig(this.group.name));
    const lost = (): void => {
      if (this.client === client) this.stepDown();
    };
    client.on('error', lost).on('end', lost);
    await client.connect();
    await client.query(KEEPALIVE);
    return client;
  }

  /** Follows nothing any longer, and lets another process do it. */
  private stepDown(): void {
    this.tools.notifier.off('appended', this.onAppended);
    for (const consumer of this.consumers.values()) void consumer.stop();
    this.consumers.clear();
    this.isLeader = false;
    const { client } = this;
    this.client = undefined;
    void client?.end().catch(() => undefined);
  }
}
