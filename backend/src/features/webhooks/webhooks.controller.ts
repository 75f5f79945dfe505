import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { NOT_BY_TOKEN, Operation, SessionOnly } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Id } from '../../http/id.pipe';
import { PreviewContext, type RequestContext } from '../../records/request-context';
import {
  ChangedWebhookDto,
  ChangeWebhookDto,
  CreateWebhookDto,
  NewWebhookDto,
  ReplayQuery,
  WebhookDto,
} from './webhook.dto';
import { DeliveriesQuery, DeliveryDto } from './delivery.dto';
import { WebhooksService } from './webhooks.service';

const notFound = { 404: 'Webhook not found' };
const errors = { ...notFound, 403: NOT_BY_TOKEN };

/** `/api/webhooks`: where the changes of records are sent. A token cannot write them, so that a leaked one leaves none behind. */
@ApiSection('webhooks', 'Addresses that the changes of records are sent to, and what was sent.')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List the webhooks, newest first',
    description: 'With how far each has got, and since when it has been failing.',
    answer: [WebhookDto],
  })
  async listWebhooks(): Promise<WebhookDto[]> {
    return (await this.webhooks.list()).map((webhook) => WebhookDto.from(webhook));
  }

  @Post()
  @SessionOnly()
  @Operation({
    id: 'createWebhook',
    summary: 'Make a webhook',
    description:
      'From now on changes are posted to its address, in the order of the feed and in batches of up to 1,000, signed with its secret: see `receiveChanges` under `webhooks` of the document, and `DeliveryBodyDto`.',
    status: 201,
    answer: NewWebhookDto,
    answerDescription: 'The new webhook; its secret is told only now.',
    errors: { 403: NOT_BY_TOKEN, 409: 'There are too many webhooks. Remove one first' },
  })
  async createWebhook(
    @Body() body: CreateWebhookDto,
    @PreviewContext() context: RequestContext,
  ): Promise<NewWebhookDto> {
    const webhook = await this.webhooks.create(body, context);
    return { ...WebhookDto.from(webhook), secret: webhook.secret };
  }

  @Patch(':id')
  @SessionOnly()
  @Operation({
    id: 'changeWebhook',
    summary: 'Change a webhook',
    description:
      'It keeps its place in the feed, and what is waiting is tried at once; with another address, other kinds or operations it is chosen again, under another `Webhook-Id`. With another address it gets a new secret.',
    answer: ChangedWebhookDto,
    answerDescription: 'The webhook; with another address also its new secret, told only now.',
    errors,
  })
  async changeWebhook(
    @Id() id: number,
    @Body() body: ChangeWebhookDto,
    @PreviewContext() context: RequestContext,
  ): Promise<ChangedWebhookDto> {
    const webhook = await this.webhooks.change(id, body, context);
    return { ...WebhookDto.from(webhook), secret: webhook.secret };
  }

  @Delete(':id')
  @SessionOnly()
  @Operation({
    id: 'deleteWebhook',
    summary: 'Remove a webhook',
    description: 'Nothing is sent to its address any more.',
    status: 204,
    errors,
  })
  deleteWebhook(@Id() id: number, @PreviewContext() context: RequestContext): Promise<void> {
    return this.webhooks.delete(id, context);
  }

  @Post(':id/replay')
  @SessionOnly()
  @Operation({
    id: 'replayWebhook',
    summary: 'Send the feed again from a cursor',
    description: 'Everything after the cursor is sent once more, in order.',
    answer: WebhookDto,
    errors: { ...errors, 400: 'after must be a cursor of this feed' },
  })
  async replayWebhook(
    @Id() id: number,
    @Query() { after }: ReplayQuery,
    @PreviewContext() context: RequestContext,
  ): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.replay(id, after, context));
  }

  @Get(':id/deliveries')
  @Operation({
    id: 'listDeliveries',
    summary: 'List what was sent to a webhook, newest first',
    description: 'What got through, and replays that were given up, are known for 7 days.',
    answer: [DeliveryDto],
    errors: { ...notFound, 400: 'limit must be a whole number from 1 to 200' },
  })
  async listDeliveries(@Id() id: number, @Query() { limit }: DeliveriesQuery): Promise<DeliveryDto[]> {
    return (await this.webhooks.deliveries(id, limit)).map((delivery) => DeliveryDto.from(delivery));
  }

  @Post(':id/deliveries/:delivery/replay')
  @SessionOnly()
  @Operation({
    id: 'replayDelivery',
    summary: 'Send a delivery again',
    description:
      'It gets a `Webhook-Id` of its own, so the receiver does not take it for a repeat, and is given up after ten tries. One that has not got through yet is tried at once instead.',
    status: 201,
    answer: DeliveryDto,
    errors: { 403: NOT_BY_TOKEN, 404: 'Delivery not found' },
  })
  async replayDelivery(@Id() id: number, @Id('delivery') delivery: number): Promise<DeliveryDto> {
    return DeliveryDto.from(await this.webhooks.replayDelivery(id, delivery));
  }
}
