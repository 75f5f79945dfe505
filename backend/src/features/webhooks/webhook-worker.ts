import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LeaderElectedConsumers } from '../../changes/subscriptions/leader-elected-consumers';
import { ChangeNotifier } from '../../records/change-notifier';
import { Env } from '../../config/env';
import { DatabaseHealth } from '../../database/database-health';
import { DeliveryStore } from './delivery-store';
import { WebhookSender } from './webhook-sender';
import { WEBHOOKS_TOPIC } from './webhooks.service';

const LEADER_LOCK = 67827703;
/** How often to look for changes while something waits to be sent again. */
const REPLAY_POLL_MS = 1000;
/** How often old deliveries are forgotten, ms. */
const CLEAN_UP_INTERVAL_MS = 60 * 60 * 1000;

/** Sends what changes to the webhooks: of all processes on a database one does. */
@Injectable()
export class WebhookWorker implements OnModuleInit, OnModuleDestroy {
  private readonly sender: WebhookSender;
  private readonly consumers: LeaderElectedConsumers<number>;
  private cleanedAt = 0;

  constructor(
    private readonly env: Env,
    private readonly notifier: ChangeNotifier,
    private readonly deliveries: DeliveryStore,
    databaseHealth: DatabaseHealth,
  ) {
    this.sender = new WebhookSender(env.WEBHOOK_TARGETS);
    this.consumers = new LeaderElectedConsumers(
      { databaseHealth, notifier },
      { name: 'webhooks', lock: LEADER_LOCK, list: () => this.list(), tickOf: (id) => (gone) => this.send(id, gone) },
    );
  }

  onModuleInit(): void {
    if (this.env.WEBHOOK_TARGETS === 'off') return;
    this.notifier.on(WEBHOOKS_TOPIC, () => this.consumers.wake());
    this.consumers.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.consumers.close();
    this.sender.close();
  }

  private async list(): Promise<number[]> {
    if (Date.now() - this.cleanedAt > CLEAN_UP_INTERVAL_MS) {
      this.cleanedAt = Date.now();
      if (await this.deliveries.removeOld()) this.cleanedAt = 0;
    }
    return this.deliveries.active();
  }

  /** Sends the next batch to a webhook, if there is one and it is time. */
  private async send(webhookId: number, gone: AbortSignal): Promise<number | null> {
    const due = await this.deliveries.next(webhookId);
    if (!due) return null;
    if (due === 'skipped') return 0;
    // The log may grow before something is sent again.
    if (due.wait > 0) return due.isOnlyReplay ? Math.min(due.wait, REPLAY_POLL_MS) : due.wait;
    const outcome = await this.sender.post(await this.deliveries.toRequest(due), gone);
    // Cut off by our own end, it is not the receiver's fault.
    if (!gone.aborted) await this.deliveries.recordOutcome(due, outcome);
    return 0;
  }
}
