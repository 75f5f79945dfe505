import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangesService } from '../../changes/changes.service';
import { Followers } from '../../changes/subscriptions/leader-elected-consumers';
import { News } from '../../changes/change-notifier';
import { Env } from '../../config/env';
import { Lifeline } from '../../database/database-health';
import { Metrics } from '../../platform/metrics/metrics';
import { Outbox } from './delivery-store';
import { Poster } from './webhook-sender';
import { WEBHOOKS_TOPIC } from './webhooks.service';

const LEADER_LOCK = 67827703;
/** How often old deliveries are forgotten, ms. */
const FORGET_EVERY = 60 * 60 * 1000;

/** Sends what changes to the webhooks: of all processes on a database one does. */
@Injectable()
export class WebhookWorker implements OnModuleInit, OnModuleDestroy {
  private readonly outbox: Outbox;
  private readonly poster: Poster;
  private readonly followers: Followers<number>;
  private forgotten = 0;

  constructor(
    private readonly env: Env,
    private readonly news: News,
    lifeline: Lifeline,
    source: DataSource,
    changes: ChangesService,
    metrics: Metrics,
  ) {
    this.outbox = new Outbox(source, changes, news, metrics);
    this.poster = new Poster(env.WEBHOOK_TARGETS);
    this.followers = new Followers(
      { env, lifeline, news },
      { name: 'webhooks', lock: LEADER_LOCK, list: () => this.list(), follow: (id) => (gone) => this.send(id, gone) },
    );
  }

  onModuleInit(): void {
    if (this.env.WEBHOOK_TARGETS === 'off') return;
    this.news.on(WEBHOOKS_TOPIC, () => this.followers.wake());
    this.followers.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.followers.close();
    this.poster.close();
  }

  private async list(): Promise<number[]> {
    const active = await this.outbox.active();
    if (active.length > 0 && Date.now() - this.forgotten > FORGET_EVERY) {
      this.forgotten = Date.now();
      await this.outbox.forget();
    }
    return active;
  }

  /** Sends the next batch to a webhook, if there is one and it is time. */
  private async send(webhookId: number, gone: AbortSignal): Promise<number | null> {
    const due = await this.outbox.next(webhookId);
    if (!due) return null;
    if (due.wait > 0) return due.wait;
    const outcome = await this.poster.post(await this.outbox.pack(due), gone);
    // Cut off by our own end, it is not the receiver's fault.
    if (!gone.aborted) await this.outbox.note(due, outcome);
    return 0;
  }
}
