import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ChangesService } from '../../changes/changes.service';
import { News } from '../../changes/news';
import { Env } from '../../config/env';
import { Lifeline } from '../../database/lifeline';
import { Metrics } from '../../metrics/metrics';
import { Outbox } from './outbox';
import { Poster } from './post';
import { Sender } from './sender';
import { WEBHOOKS_TOPIC } from './webhooks.service';

/** Any number that no other program on the same database takes; whoever holds it sends. */
const LEADER_LOCK = 67827703;
/** Look whether the leader is gone, or a webhook has come; forget old deliveries; ms. */
const REGULARLY = 2000;
const FORGET_EVERY = 60 * 60 * 1000;

/** Sends what changes to the webhooks: of all processes on a database one does. */
@Injectable()
export class WebhookWorker implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('Webhooks');
  private readonly outbox: Outbox;
  private readonly poster: Poster;
  private readonly senders = new Map<number, Sender>();
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private turning?: Promise<void>;
  private turnAgain = false;
  private isLeader = false;
  private forgotten = 0;
  private closed = false;

  constructor(
    private readonly env: Env,
    private readonly lifeline: Lifeline,
    private readonly news: News,
    source: DataSource,
    changes: ChangesService,
    metrics: Metrics,
  ) {
    this.outbox = new Outbox(source, changes, news, metrics);
    this.poster = new Poster(env.WEBHOOK_TARGETS);
  }

  onModuleInit(): void {
    if (this.env.WEBHOOK_TARGETS === 'off') return;
    this.news.on(WEBHOOKS_TOPIC, () => {
      for (const sender of this.senders.values()) sender.wake();
      this.turn();
    });
    void this.lifeline.ready.then(() => this.turn());
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.turning;
    this.stepDown();
    this.poster.close();
  }

  private readonly onGrown = (): void => {
    for (const sender of this.senders.values()) sender.grown();
  };

  /** Looks who should send what; one look at a time, and another where something was said meanwhile. */
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
    const active = await this.outbox.active();
    if (active.length === 0) return this.stepDown();
    if (!(await this.lead()) || this.closed) return;
    for (const [id, sender] of this.senders) {
      if (active.includes(id)) continue;
      sender.stop();
      this.senders.delete(id);
    }
    for (const id of active) {
      if (!this.senders.has(id)) this.senders.set(id, new Sender(id, this.outbox, this.poster));
    }
    await this.forget();
  }

  /** Whether this process is the one that sends; the lock goes with the connection. */
  private async lead(): Promise<boolean> {
    if (this.isLeader) return true;
    const client = (this.client ??= await this.connect());
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [LEADER_LOCK]);
    if (!rows[0].locked || this.client !== client) return false;
    this.isLeader = true;
    this.news.on('grown', this.onGrown);
    return true;
  }

  private async connect(): Promise<Client> {
    const client = new this.lifeline.Client({ connectionString: this.env.DATABASE_URL, application_name: 'ecom-crm webhooks', keepAlive: true, connectionTimeoutMillis: 2000 });
    const lost = (): void => {
      if (this.client === client) this.stepDown();
    };
    client.on('error', lost).on('end', lost);
    await client.connect();
    return client;
  }

  /** Sends nothing any longer, and lets another process do it. */
  private stepDown(): void {
    this.news.off('grown', this.onGrown);
    for (const sender of this.senders.values()) sender.stop();
    this.senders.clear();
    this.isLeader = false;
    const { client } = this;
    this.client = undefined;
    void client?.end().catch(() => undefined);
  }

  private async forget(): Promise<void> {
    if (Date.now() - this.forgotten < FORGET_EVERY) return;
    this.forgotten = Date.now();
    await this.outbox.forget();
  }
}
