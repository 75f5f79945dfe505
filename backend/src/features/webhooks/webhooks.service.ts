import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { Repository, type EntityManager } from 'typeorm';
import { readCursor } from '../../changes/change.dto';
import { ChangeNotifier } from '../../records/change-notifier';
import { fieldProblem } from '../../http/field-problem';
import { Env } from '../../config/env';
import { whyRefused } from './ssrf-guard';
import type { ChangeWebhookDto, CreateWebhookDto } from './webhook.dto';
import { Webhook, WebhookDelivery } from './webhook.entity';

const MAX_WEBHOOKS = 100;
const DEFAULT_LIMIT = 100;
/** The topic under which the processes tell each other that there is something to do. */
export const WEBHOOKS_TOPIC = 'webhooks';

/** Where changes are sent, and what was sent. */
@Injectable()
export class WebhooksService {
  constructor(
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
    @InjectRepository(WebhookDelivery) private readonly sent: Repository<WebhookDelivery>,
    private readonly notifier: ChangeNotifier,
    private readonly env: Env,
  ) {}

  list(): Promise<Webhook[]> {
    return this.webhooks.find({ order: { id: 'DESC' } });
  }

  /** Makes a webhook for what changes from now on, with its secret. */
  async create(
    { url, kinds = null, operations = null, active = true }: CreateWebhookDto,
    userId: number,
  ): Promise<Webhook> {
    this.expectAllowed(url);
    if ((await this.webhooks.count()) >= MAX_WEBHOOKS)
      throw new ConflictException('There are too many webhooks. Remove one first');
    const { safe } = await this.notifier.horizon();
    const secret = `whsec_${randomBytes(32).toString('base64url')}`;
    const target = { url, kinds, operations, active, secret };
    const webhook = await this.webhooks.save({ ...target, position: safe, failingSince: null, createdById: userId });
    await this.wakeWorkers();
    return webhook;
  }

  /** Changes what is given; 404 without the webhook. */
  async change(id: number, { url, ...others }: ChangeWebhookDto): Promise<Webhook> {
    if (url !== undefined) this.expectAllowed(url);
    return this.changing(id, async (manager, webhook) => {
      const given = Object.fromEntries(Object.entries({ url, ...others }).filter(([, value]) => value !== undefined));
      await manager.update(WebhookDelivery, { webhookId: id, isPending: true }, { nextAt: () => 'now()' });
      return manager.save(Object.assign(webhook, given));
    });
  }

  async delete(id: number): Promise<void> {
    const { affected } = await this.webhooks.delete({ id });
    if (!affected) throw new NotFoundException('Webhook not found');
    await this.wakeWorkers();
  }

  /** Sends the feed again after a cursor, or from its beginning. Single deliveries that were asked for again stay. */
  replay(id: number, after: string | undefined): Promise<Webhook> {
    return this.changing(id, async (manager, webhook) => {
      const { safe } = await this.notifier.horizon();
      await manager.delete(WebhookDelivery, { webhookId: id, isPending: true, isReplay: false });
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
    const found = await this.sent.findOneBy({ id, webhookId });
    if (!found) throw new NotFoundException('Delivery not found');
    const { after, until, changes, kinds, operations } = found;
    const again = found.isPending
      ? { id }
      : await this.sent.save(this.sent.create({ webhookId, after, until, changes, kinds, operations, isReplay: true }));
    await this.sent.update({ id: again.id }, { nextAt: () => 'now()' });
    await this.wakeWorkers();
    return this.sent.findOneByOrFail({ id: again.id });
  }

  private async changing(
    id: number,
    change: (manager: EntityManager, webhook: Webhook) => Promise<Webhook>,
  ): Promise<Webhook> {
    const changed = await this.webhooks.manager.transaction(async (manager) => {
      const webhook = await manager.findOne(Webhook, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!webhook) throw new NotFoundException('Webhook not found');
      return change(manager, webhook);
    });
    await this.wakeWorkers();
    return changed;
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
