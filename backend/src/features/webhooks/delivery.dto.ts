import { WholeNumber } from '../../api/fields';
import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';
import { writeCursor } from '../../changes/change.dto';
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

/** A batch of changes that was sent to a webhook, or is to be. */
export class DeliveryDto {
  @IntegerProperty('The number of the delivery.', 1)
  id: number;

  @TextProperty(
    'The `Webhook-Id` that the receiver gets, the same at every try.',
    '5d0c2b1a-9e8f-4c7d-8b6a-1f2e3d4c5b6a',
    { format: 'uuid' },
  )
  uuid: string;

  @IntegerProperty('How many changes are in it.', 3)
  changes: number;

  @TextProperty('They come after this cursor of the feed …', 'YzoxMjA')
  after: string;

  @TextProperty('… and end with this one.', 'YzoxMjM')
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

  @TimeProperty('When it is tried again; null where it got through.', { nullable: true, example: null })
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
      isDelivered: !delivery.isPending,
      attempts,
      status,
      error,
      createdAt: delivery.createdAt.toISOString(),
      triedAt: delivery.triedAt?.toISOString() ?? null,
      nextAt: delivery.isPending ? delivery.nextAt.toISOString() : null,
    };
  }
}
