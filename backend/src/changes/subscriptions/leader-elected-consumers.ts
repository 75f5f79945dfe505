import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Env } from '../../config/env';
import type { Lifeline } from '../../database/database-health';
import { Follower, type Step } from './feed-consumer';
import type { News } from '../change-notifier';

/** Look whether the leader is gone, or somebody has come; wait for steps under way at the end; ms. */
const REGULARLY = 2000;
const PATIENCE = 5000;

/** Who follows the feed of changes, and how. */
export interface Crew<Id> {
  /** In the log, and of its connection. */
  name: string;
  /** Any number that no other program on the same database takes; the process that holds it leads. */
  lock: number;
  /** Those who follow at present; where there are none, nobody leads. */
  list: () => Promise<Id[]>;
  /** Begins anew where one of them was last. */
  follow: (id: Id) => Step;
}

/** Lets each of a crew follow the feed for itself: of all processes on a database in one. */
export class Followers<Id> {
  private readonly log: Logger;
  private readonly following = new Map<Id, Follower>();
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private turning?: Promise<void>;
  private turnAgain = false;
  private isLeader = false;
  private closed = false;

  constructor(
    private readonly tools: { env: Env; lifeline: Lifeline; news: News },
    private readonly crew: Crew<Id>,
  ) {
    this.log = new Logger(crew.name);
  }

  start(): void {
    void this.tools.lifeline.ready.then(() => this.turn());
  }

  /** Something is different: looks at once who follows, and lets all of them go on, also those that wait after a failure. */
  wake(): void {
    for (const follower of this.following.values()) follower.wake();
    this.turn();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.turning;
    const ended = Promise.all([...this.following.values()].map((follower) => follower.stop()));
    await Promise.race([ended, sleep(PATIENCE, undefined, { ref: false })]);
    this.stepDown();
  }

  private readonly onGrown = (): void => {
    for (const follower of this.following.values()) follower.grown();
  };

  /** Looks who should follow; one look at a time, and another where something was said meanwhile. */
  private turn(): void {
    if (this.closed) return;
    if (this.turning) {
      this.turnAgain = true;
      return;
    }
    clearTimeout(this.timer);
    this.turning = this.look()
      .catch((error: unknown) => this.log.debug(`cannot look: ${(error as Error).message}`))
      .finally(() => {
        this.turning = undefined;
        if (this.turnAgain) {
          this.turnAgain = false;
          this.turn();
        } else if (!this.closed) this.timer = setTimeout(() => this.turn(), REGULARLY);
      });
  }

  private async look(): Promise<void> {
    const wanted = await this.crew.list();
    if (wanted.length === 0) return this.stepDown();
    if (!(await this.lead()) || this.closed) return;
    for (const [id, follower] of this.following) {
      if (wanted.includes(id)) continue;
      void follower.stop();
      this.following.delete(id);
    }
    for (const id of wanted) {
      if (!this.following.has(id)) this.following.set(id, new Follower(this.crew.follow(id)));
    }
  }

  /** Whether this process is the one that leads; the lock goes with the connection. */
  private async lead(): Promise<boolean> {
    if (this.isLeader) return true;
    const client = (this.client ??= await this.connect());
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      this.crew.lock,
    ]);
    if (!rows[0].locked || this.client !== client) return false;
    this.isLeader = true;
    this.tools.news.on('grown', this.onGrown);
    return true;
  }

  private async connect(): Promise<Client> {
    const { env, lifeline } = this.tools;
    const client = new lifeline.Client({
      connectionString: env.DATABASE_URL,
      application_name: `ecom-crm ${this.crew.name}`,
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
    this.tools.news.off('grown', this.onGrown);
    for (const follower of this.following.values()) void follower.stop();
    this.following.clear();
    this.isLeader = false;
    const { client } = this;
    this.client = undefined;
    void client?.end().catch(() => undefined);
  }
}
