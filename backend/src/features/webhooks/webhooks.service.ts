import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { Repository, type EntityManager } from 'typeorm';
import { orNotFound } from '../../api/operation';
import { Accounts } from '../../changes/accounts';
import { readCursor } from '../../changes/change.dto';
import { ChangesService } from '../../changes/changes.service';
import { ChangeNotifier } from '../../records/change-notifier';
import { RecordWriter } from '../../records/record-writer';
import type { RequestContext } from '../../records/request-context';
import { isForeignKeyViolation } from '../../http/database-error';
import { fieldProblem } from '../../http/field-problem';
import { Env } from '../../config/env';
import { filterOf, removeHistory } from './delivery-store';
import { whyRefused } from './ssrf-guard';
import type { ChangeWebhookDto, CreateWebhookDto } from './webhook.dto';
import { Webhook, WEBHOOK_KIND, WebhookDelivery } from './webhook.entity';

const MAX_WEBHOOKS = 100;
const LIMIT_LOCK = 67827706;
const DEFAULT_LIMIT = 100;
const NO_DELIVERY = 'Delivery not found';
/** The topic under which the processes tell each other that there is something to do. */
export const WEBHOOKS_TOPIC = 'webhooks';

/** Where changes are sent, and what was sent. */
@Injectable()
export class WebhooksService {
  constructor(
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
    @InjectRepository(WebhookDelivery) private readonly sent: Repository<WebhookDelivery>,
    private readonly changes: ChangesService,
    private readonly notifier: ChangeNotifier,
    private readonly writer: RecordWriter,
    private readonly accounts: Accounts,
    private readonly env: Env,
  ) {}

  list(): Promise<Webhook[]> {
    return this.webhooks.find({ order: { id: 'DESC' } });
  }

  /** Makes a webhook for what changes from now on, with its secret. */
  async create(
    { url, kinds = null, operations = null, active = true }: CreateWebhookDto,
    context: RequestContext,
  ): Promise<Webhook> {
    this.expectAllowed(url);
    await this.changes.expectKinds('kinds', kinds);
    const { safe } = await this.notifier.horizon();
    const target = { url, kinds, operations, active, secret: newSecret() };
    const webhook = { ...target, position: safe, failingSince: null, createdById: context.userId };
    return this.writing(context, async (manager) => {
      // Two at once are counted one after the other.
      await manager.query('SELECT pg_advisory_xact_lock($1)', [LIMIT_LOCK]);
      if ((await manager.count(Webhook)) >= MAX_WEBHOOKS)
        throw new ConflictException('There are too many webhooks. Remove one first');
      return manager.save(Webhook, webhook);
    });
  }

  /** Changes what is given; 404 without the webhook. It has a secret where the address changed: a new one. */
  async change(id: number, { url, ...others }: ChangeWebhookDto, context: RequestContext): Promise<Webhook> {
    if (url !== undefined) this.expectAllowed(url);
    await this.changes.expectKinds('kinds', others.kinds);
    return this.changing(id, context, async (manager, webhook) => {
      // Who has the present secret may be who could read what was sent to the former address.
      const secret = url !== undefined && url !== webhook.url ? newSecret() : undefined;
      const given = Object.entries({ url, secret, ...others }).filter(([, value]) => value !== undefined);
      const wanted = JSON.stringify(filterOf(webhook));
      Object.assign(webhook, Object.fromEntries(given));
      // Its changes come again, chosen as they are from now on; what the former address answers by then counts no more.
      if (secret !== undefined || JSON.stringify(filterOf(webhook)) !== wanted) await dropPending(manager, id);
      await manager.update(WebhookDelivery, { webhookId: id, isPending: true }, { nextAt: () => 'now()' });
      return manager.save(webhook);
    });
  }

  async delete(id: number, context: RequestContext): Promise<void> {
    // A busy one has more than a statement can remove in time.
    await removeHistory(this.webhooks.manager, id);
    await this.writing(context, async (manager) => {
      const { affected } = await manager.delete(Webhook, { id });
      if (!affected) throw new NotFoundException('Webhook not found');
    });
  }

  /** Sends the feed again after a cursor, or from its beginning. */
  replay(id: number, after: string | undefined, context: RequestContext): Promise<Webhook> {
    return this.changing(id, context, async (manager, webhook) => {
      const { safe } = await this.notifier.horizon();
      await dropPending(manager, id);
      return manager.save(Object.assign(webhook, { position: Math.min(readCursor(after) ?? 0, safe) }));
    });
  }

  /** The newest deliveries of a webhook; 404 without it. */
  async deliveries(id: number, limit = DEFAULT_LIMIT): Promise<WebhookDelivery[]> {
    const found = await this.sent.find({ where: { webhookId: id }, order: { id: 'DESC' }, take: limit });
    if (found.length === 0 && !(await this.webhooks.existsBy({ id }))) throw new NotFoundException('Webhook not found');
    return found;
  }

  /** Sends a delivery again, or one that has not got through at once; 404 without it. */
  async replayDelivery(webhookId: number, id: number): Promise<WebhookDelivery> {
    const found = orNotFound(await this.sent.findOneBy({ id, webhookId }), NO_DELIVERY);
    const { after, until, changes, kinds, operations } = found;
    const copy = this.sent.create({ webhookId, after, until, changes, kinds, operations, isReplay: true });
    const again = found.isPending ? { id } : await this.sent.save(copy).catch(withoutWebhook);
    await this.sent.update({ id: again.id }, { nextAt: () => 'now()' });
    await this.wakeWorkers();
    // A change of the webhook at the same time drops what waits.
    return orNotFound(await this.sent.findOneBy({ id: again.id }), NO_DELIVERY);
  }

  private changing(
    id: number,
    context: RequestContext,
    change: (manager: EntityManager, webhook: Webhook) => Promise<Webhook>,
  ): Promise<Webhook> {
    return this.writing(context, async (manager) => {
      const webhook = await manager.findOne(Webhook, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!webhook) throw new NotFoundException('Webhook not found');
      return change(manager, webhook);
    });
  }

  /** Runs a transaction on behalf of a user whose account is open until its end. */
  private async writing<T>(context: RequestContext, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.writer.transaction(context, async (manager) => {
      await this.accounts.holdOpen(manager, context.userId);
      return work(manager);
    });
    await this.wakeWorkers();
    return result;
  }

  private expectAllowed(url: string): void {
    const message = whyRefused(url, this.env.WEBHOOK_TARGETS);
    if (message) throw fieldProblem('url', message);
  }

  /** A worker that misses it finds the change at its next poll. */
  private async wakeWorkers(): Promise<void> {
    await this.notifier.broadcast(WEBHOOKS_TOPIC, '').catch(() => undefined);
  }
}

/** Forgets the batch of the feed that waits. Single deliveries that were asked for again stay. */
async function dropPending(manager: EntityManager, webhookId: number): Promise<void> {
  await manager.delete(WebhookDelivery, { webhookId, isPending: true, isReplay: false });
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** Who made each active webhook, and who chose its present address: the change log knows. */
const OWNERS = `
  SELECT id, created_by_id AS user_id FROM webhooks WHERE active UNION
  SELECT webhooks.id, chosen.user_id FROM webhooks, LATERAL (
    SELECT user_id FROM changes WHERE subject_kind = '${WEBHOOK_KIND}' AND subject_id = webhooks.id AND after -> 'url' IS NOT NULL
    ORDER BY changes.id DESC LIMIT 1) AS chosen WHERE active`;
const STOP = `UPDATE webhooks SET active = false WHERE id IN (SELECT id FROM (${OWNERS}) AS owners WHERE user_id = $1)`;
const COUNT = `SELECT user_id AS "userId", count(*)::integer FROM (${OWNERS}) AS owners GROUP BY 1`;

/** Stops the webhooks that a user made or pointed to their present address, and answers how many. One that is under way may still arrive. */
export async function stopWebhooksOf(manager: EntityManager, userId: number): Promise<number> {
  const [, stopped] = await manager.query<[object[], number]>(STOP, [userId]);
  return stopped;
}

/** How many active webhooks each user made or pointed to their present address. */
export async function countWebhooks(manager: EntityManager): Promise<Map<number, number>> {
  const rows = await manager.query<{ userId: number; count: number }[]>(COUNT);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

function withoutWebhook(error: unknown): never {
  throw isForeignKeyViolation(error) ? new NotFoundException(NO_DELIVERY) : error;
}
