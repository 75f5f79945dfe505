import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '../../api/fields';
import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';
import { ApiWebhookBody } from '../../api/webhook';
import { ChangeDto, writeCursor } from '../../changes/change.dto';
import type { WebhookDelivery } from './webhook.entity';

/** How many deliveries to answer. */
export class DeliveriesQuery {
  @WholeNumber('limit', {
    min: 1,
    max: 200,
    description: 'The most to answer, the newest; 100 if left out.',
    example: 100,
  })
  limit?: number;
}

const DELIVERY = '5d0c2b1a-9e8f-4c7d-8b6a-1f2e3d4c5b6a';
const SIGNATURE = 't=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd';

/** What is posted to the address of a webhook. */
@ApiWebhookBody({
  id: 'receiveChanges',
  section: 'webhooks',
  summary: 'Your receiver gets changes',
  description:
    'The app posts this to the address of each webhook, in the order of the feed. What is not answered with 2xx within 10 seconds is sent again, with growing pauses of up to an hour. ' +
    'Check the signature over the bytes of the body before you read it; the SDK has `isGenuine` for that.',
  headers: {
    'Webhook-Id': ['The `delivery` of the body.', DELIVERY],
    'Webhook-Signature': [
      'When it was sent, in seconds, and the HMAC-SHA-256 of these seconds, a dot and the body, in hex; the key is the secret of the webhook.',
      SIGNATURE,
    ],
  },
  answer: 'Received. Every other 2xx means the same.',
})
export class DeliveryBodyDto {
  @IntegerProperty('The number of the webhook.', 1)
  webhook: number;

  @TextProperty('The id of the delivery, the same at every try: drop what you have done already.', DELIVERY, {
    format: 'uuid',
  })
  delivery: string;

  @TextProperty('The cursor of the feed before the first change.', 'YzoxMjA')
  after: string;

  @ApiProperty({ type: [ChangeDto], description: 'The changes, oldest first; at most 1,000.' })
  changes: ChangeDto[];

  @TextProperty('The cursor of the feed at the last change.', 'YzoxMjM')
  cursor: string;

  @TimeProperty('Since when nothing gets through; null where all is well.', { nullable: true, example: null })
  failingSince: string | null;
}

/** A batch of changes that was sent to a webhook, or is to be. */
export class DeliveryDto {
  @IntegerProperty('The number of the delivery.', 1)
  id: number;

  @TextProperty('The `Webhook-Id` that the receiver gets, the same at every try.', DELIVERY, {
    format: 'uuid',
  })
  uuid: string;

  @IntegerProperty('How many changes are in it.', 3)
  changes: number;

  @TextProperty('They come after this cursor of the feed …', 'YzoxMjA')
  after: string;

  @TextProperty('The cursor of the feed at the last change.', 'YzoxMjM')
  cursor: string;

  @BooleanProperty('Whether it was asked for once more.', false)
  isReplay: boolean;

  @BooleanProperty('Whether it got through.', true)
  isDelivered: boolean;

  @IntegerProperty('How often it was tried.', 1)
  attempts: number;

  @IntegerProperty('The status of the last answer; null where there was none.', 200, { nullable: true })
  status: number | null;

  @TextProperty('Why the last try failed.', null, { nullable: true })
  error: string | null;

  @TimeProperty('When it was made.')
  createdAt: string;

  @TimeProperty('When it was last tried.', { nullable: true })
  triedAt: string | null;

  @TimeProperty('When it is tried again; null where it got through, and where a replay is given up.', {
    nullable: true,
    example: null,
  })
  nextAt: string | null;

  static from(delivery: WebhookDelivery): DeliveryDto {
    const { id, uuid, changes, isReplay, attempts, status, error } = delivery;
    return {
      id,
      uuid,
      changes,
      after: writeCursor(delivery.after),
      cursor: writeCursor(delivery.until),
      isReplay,
      isDelivered: !delivery.isPending && error === null,
      attempts,
      status,
      error,
      createdAt: delivery.createdAt.toISOString(),
      triedAt: delivery.triedAt?.toISOString() ?? null,
      nextAt: delivery.isPending ? delivery.nextAt.toISOString() : null,
    };
  }
}
