import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Env } from '../../config/env';
import type { DatabaseHealth } from '../../database/database-health';
import { FeedConsumer, type Tick } from './feed-consumer';
import type { ChangeNotifier } from '../../records/change-notifier';

/** How often to try to become the leader, and to read the list of consumers. */
const ELECTION_INTERVAL_MS = 2000;
/** How long to wait for running ticks at the end. */
const STOP_TIMEOUT_MS = 5000;

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
  private refreshing?: Promise<void>;
  private refreshAgain = false;
  private isLeader = false;
  private closed = false;

  constructor(
    private readonly tools: { env: Env; databaseHealth: DatabaseHealth; notifier: ChangeNotifier },
    private readonly group: ConsumerGroup<Id>,
  ) {
    this.log = new Logger(group.name);
  }

  start(): void {
    void this.tools.databaseHealth.ready.then(() => this.refresh());
  }

  /** Reads the list of consumers now, and wakes all of them, including consumers that wait after a failure. */
  wake(): void {
    for (const follower of this.consumers.values()) follower.wake();
    this.refresh();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.refreshing;
    const ended = Promise.all([...this.consumers.values()].map((follower) => follower.stop()));
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    this.stepDown();
  }

  private readonly onAppended = (): void => {
    for (const follower of this.consumers.values()) follower.onAppended();
  };

  /** Updates the consumers, one update at a time; a call during an update causes another one. */
  private refresh(): void {
    if (this.closed) return;
    if (this.refreshing) {
      this.refreshAgain = true;
      return;
    }
    clearTimeout(this.timer);
    this.refreshing = this.update()
      .catch((error: unknown) => this.log.debug(`cannot look: ${(error as Error).message}`))
      .finally(() => {
        this.refreshing = undefined;
        if (this.refreshAgain) {
          this.refreshAgain = false;
          this.refresh();
        } else if (!this.closed) this.timer = setTimeout(() => this.refresh(), ELECTION_INTERVAL_MS);
      });
  }

  private async update(): Promise<void> {
    const wanted = await this.group.list();
    if (wanted.length === 0) return this.stepDown();
    if (!(await this.becomeLeader()) || this.closed) return;
    for (const [id, follower] of this.consumers) {
      if (wanted.includes(id)) continue;
      void follower.stop();
      this.consumers.delete(id);
    }
    for (const id of wanted) {
      if (!this.consumers.has(id)) this.consumers.set(id, new FeedConsumer(this.group.tickOf(id)));
    }
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
    const { env, databaseHealth } = this.tools;
    const client = new databaseHealth.Client({
      connectionString: env.DATABASE_URL,
      application_name: `ecom-crm ${this.group.name}`,
      keepAlive: true,
      connectionTimeoutMillis: 2000,
    });
    const lost = (): void => {
      if (this.client === client) this.stepDown();
    };
    client.on('error', lost).on('end', lost);
    await client.connect();
    return client;
  }

  /** Follows nothing any longer, and lets another process do it. */
  private stepDown(): void {
    this.tools.notifier.off('appended', this.onAppended);
    for (const follower of this.consumers.values()) void follower.stop();
    this.consumers.clear();
    this.isLeader = false;
    const { client } = this;
    this.client = undefined;
    void client?.end().catch(() => undefined);
  }
}
