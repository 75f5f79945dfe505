import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { writeCursor, type ChangeDto } from '../../changes/change.dto';
import { ChangesService, MAX_SCANNED, type ChangeFilter } from '../../changes/changes.service';
import { retryDelaySeconds } from '../../changes/subscriptions/feed-consumer';
import { ChangeNotifier } from '../../records/change-notifier';
import { Metrics } from '../../platform/metrics/metrics';
import type { DeliveryBodyDto } from './delivery.dto';
import type { Outcome, WebhookRequest } from './webhook-sender';
import { WEBHOOK_KIND, type Webhook, type WebhookDelivery } from './webhook.entity';

/** The most changes and characters of a batch; a single change may be larger. */
const MAX_CHANGES = 1000;
const MAX_CHARACTERS = 1024 * 1024;
const MAX_RETRY_DELAY_S = 3600;
/** The most deliveries that a statement removes: a busy webhook has hundreds of thousands. */
const MAX_REMOVED = 5000;
const DELIVERED_KEPT = '7 days';
/** Tries of a delivery that somebody asked for again; the feed itself is tried until it gets through. */
const MAX_REPLAY_ATTEMPTS = 10;

/** The next batch of a webhook, as it is stored, and where it goes. */
export interface PendingDelivery extends Pick<
  WebhookDelivery,
  'id' | 'uuid' | 'webhookId' | 'after' | 'until' | 'kinds' | 'operations' | 'attempts'
> {
  url: string;
  secret: string;
  failingSince: Date | null;
  /** Milliseconds until it may be tried. */
  wait: number;
  /** Whether all that waits for this webhook was delivered before. */
  isOnlyReplay: boolean;
}

const DUE = `
  SELECT d.id, d.uuid, d.webhook_id AS "webhookId", d.after::float8, d.until::float8, d.kinds, d.operations, d.attempts, w.url, w.secret, w.failing_since AS "failingSince",
    bool_and(d.is_replay) OVER () AS "isOnlyReplay", greatest(0, extract(epoch FROM d.next_at - now()) * 1000)::float8 AS wait
  FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id WHERE w.id = $1 AND w.active AND d.is_pending ORDER BY greatest(d.next_at, now()), d.id LIMIT 1`;

/** What is to be sent, and what was: every step is in the database before it is taken, so any process can go on from it. */
@Injectable()
export class DeliveryStore {
  private readonly posts: Counter<'outcome'>;

  constructor(
    private readonly source: DataSource,
    private readonly changes: ChangesService,
    private readonly notifier: ChangeNotifier,
    metrics: Metrics,
  ) {
    this.posts = metrics.counter(
      'crm_webhook_posts_total',
      'Batches that this process posted to webhooks, by outcome.',
      ['outcome'],
    );
    metrics.ofDatabase(
      'crm_database_webhooks_failing',
      'Webhooks whose last post of the feed failed.',
      'SELECT count(*) FROM webhooks WHERE active AND failing_since IS NOT NULL',
    );
    metrics.ofDatabase(
      'crm_database_webhook_deliveries_due',
      'Batches that are due.',
      'SELECT count(*) FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = webhook_id WHERE is_pending AND active AND next_at <= now()',
    );
    metrics.ofDatabase(
      'crm_database_webhook_lag_changes',
      'How many changes the slowest webhook is behind.',
      'SELECT coalesce(max(safe - position), 0) FROM webhooks, changes_horizon() WHERE active',
    );
  }

  /** The webhooks to which something may be sent. */
  async active(): Promise<number[]> {
    const rows = await this.source.query<{ id: number }[]>('SELECT id FROM webhooks WHERE active');
    return rows.map(({ id }) => id);
  }

  /**
   * The batch that comes next, made where there is none yet; null where there is nothing to send, and `'skipped'` where
   * there was nothing in the part of the log that was looked through, and there is more of it.
   */
  async next(webhookId: number): Promise<PendingDelivery | 'skipped' | null> {
    const first = await this.due(webhookId);
    // What is sent again, and refused, keeps nothing back that has changed since.
    if (first && (first.wait === 0 || !first.isOnlyReplay)) return first;
    const step = await this.createBatch(webhookId);
    if (step === 'skipped') return step;
    return step === 'created' ? this.due(webhookId) : first;
  }

  /** A batch as it goes over the wire. */
  async toRequest(delivery: PendingDelivery): Promise<WebhookRequest> {
    const { uuid, after, until, url, secret, kinds, operations } = delivery;
    // The bytes of the batch were limited when it was made.
    const filter = { ...filterOf({ kinds, operations }), maxBytes: Infinity };
    const { changes } = await this.changes.entries(after, until, MAX_CHANGES, filter);
    const body: DeliveryBodyDto = {
      webhook: delivery.webhookId,
      delivery: uuid,
      after: writeCursor(after),
      changes: await this.changes.serialize(changes),
      cursor: writeCursor(until),
      failingSince: delivery.failingSince?.toISOString() ?? null,
    };
    return { url, secret, id: uuid, body: JSON.stringify(body) };
  }

  /** Notes what came of a try; after a failure also when the next is due. */
  async recordOutcome({ id, attempts }: PendingDelivery, { status, error }: Outcome): Promise<void> {
    this.posts.labels(error === null ? 'delivered' : 'failed').inc();
    if (error === null) await this.source.query(DELIVERED, [id, status]);
    else {
      const delay = retryDelaySeconds(attempts, MAX_RETRY_DELAY_S);
      await this.source.query(FAILED, [id, status, error, delay, MAX_REPLAY_ATTEMPTS]);
    }
  }

  /** Forgets some of what got through, or was given up, long ago. Returns whether there may be more. */
  async removeOld(): Promise<boolean> {
    const [, removed] = await this.source.query<[object[], number]>(REMOVE_OLD, [DELIVERED_KEPT]);
    return removed === MAX_REMOVED;
  }

  private async due(webhookId: number): Promise<PendingDelivery | null> {
    const [due] = await this.source.query<PendingDelivery[]>(DUE, [webhookId]);
    return due ?? null;
  }

  /** Makes a batch of what comes after the webhook's position; null at the end of the log. What is not wanted is passed over. */
  private async createBatch(webhookId: number): Promise<'created' | 'skipped' | null> {
    const [webhook] = await this.source.query<Pick<Webhook, 'position' | 'kinds' | 'operations'>[]>(
      'SELECT position::float8, kinds, operations FROM webhooks WHERE id = $1 AND active',
      [webhookId],
    );
    const { safe } = await this.notifier.horizon();
    if (!webhook || safe <= webhook.position) return null;
    const { position, kinds, operations } = webhook;
    const end = Math.min(safe, position + MAX_SCANNED);
    const found = await this.changes.entries(position, end, MAX_CHANGES, filterOf({ kinds, operations }));
    const fitting = fit(await this.changes.serialize(found.changes));
    const until = fitting === found.changes.length ? found.until : found.changes[fitting - 1].id;
    if (fitting === 0) await this.source.query(SKIP, [webhookId, position, until, kinds, operations]);
    else await this.source.query(INSERT, [webhookId, position, until, fitting, kinds, operations]);
    if (fitting > 0) return 'created';
    return until < safe ? 'skipped' : null;
  }
}

/** Changes of webhooks only for who asks for them: an address may hold a secret of its receiver. */
export function filterOf({ kinds, operations }: Pick<Webhook, 'kinds' | 'operations'>): ChangeFilter {
  return { kinds, operations, exceptKind: kinds ? undefined : WEBHOOK_KIND };
}

// Unless it has another position by now, or wants other changes.
const SKIP = `
  UPDATE webhooks SET position = $3
  WHERE id = $1 AND position = $2 AND kinds IS NOT DISTINCT FROM $4 AND operations IS NOT DISTINCT FROM $5`;
const INSERT = `
  INSERT INTO webhook_deliveries (webhook_id, after, until, changes, kinds, operations)
  SELECT id, $2, $3, $4, $5, $6 FROM webhooks
  WHERE id = $1 AND position = $2 AND kinds IS NOT DISTINCT FROM $5 AND operations IS NOT DISTINCT FROM $6 AND active
  FOR UPDATE ON CONFLICT DO NOTHING`;

// What comes of a replay says nothing of how far the feed has got.
const DELIVERED = `
  WITH done AS (
    UPDATE webhook_deliveries SET is_pending = false, attempts = attempts + 1, tried_at = now(), status = $2, error = NULL WHERE id = $1 AND is_pending RETURNING *
  )
  UPDATE webhooks SET position = until, failing_since = NULL FROM done WHERE webhooks.id = webhook_id AND NOT is_replay`;

const FAILED = `
  WITH failed AS (
    UPDATE webhook_deliveries SET is_pending = NOT is_replay OR attempts + 1 < $5, attempts = attempts + 1, tried_at = now(), status = $2, error = $3, next_at = now() + make_interval(secs => $4)
    WHERE id = $1 AND is_pending RETURNING *
  )
  UPDATE webhooks SET failing_since = coalesce(failing_since, now()) FROM failed WHERE webhooks.id = webhook_id AND NOT is_replay`;

const REMOVE_OLD = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE NOT is_pending AND tried_at < now() - $1::interval LIMIT ${MAX_REMOVED})`;
const REMOVE_HISTORY = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND NOT is_pending LIMIT ${MAX_REMOVED})`;

/** Forgets what a webhook got. */
export async function removeHistory(manager: EntityManager, webhookId: number): Promise<void> {
  let removed: number;
  do [, removed] = await manager.query<[object[], number]>(REMOVE_HISTORY, [webhookId]);
  while (removed === MAX_REMOVED);
}

/** How many of them fit into one batch: at least one, if there is one. */
function fit(changes: ChangeDto[]): number {
  let size = 0;
  const end = changes.findIndex(
    (change, index) => (size += JSON.stringify(change).length) > MAX_CHARACTERS && index > 0,
  );
  return end < 0 ? changes.length : end;
}
