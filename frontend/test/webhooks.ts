import type { DeliveryDto, WebhookDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, within } from '@testing-library/react';
import { fakeServer } from './open';

export const URL = 'https://shop.example/changes';

/** A webhook that gets everything; a test gives what matters to it. */
export function buildWebhook(webhook: Partial<WebhookDto> = {}): WebhookDto {
  return {
    id: 7,
    url: URL,
    kinds: null,
    operations: null,
    active: true,
    cursor: 'YzoxMjM',
    failingSince: null,
    createdAt: '2026-03-04T05:06:07.000Z',
    createdById: 1,
    ...webhook,
  };
}

/** A delivery that got through; a test gives what matters to it. */
export function buildDelivery(delivery: Partial<DeliveryDto> = {}): DeliveryDto {
  return {
    id: 3,
    uuid: '5d0c2b1a-9e8f-4c7d-8b6a-1f2e3d4c5b6a',
    changes: 3,
    after: 'YzoxMjA',
    cursor: 'YzoxMjM',
    isReplay: false,
    isDelivered: true,
    attempts: 1,
    status: 200,
    error: null,
    createdAt: '2026-03-04T05:06:07.000Z',
    triedAt: '2026-03-04T05:06:08.000Z',
    nextAt: null,
    ...delivery,
  };
}

/** A server with these webhooks. */
export const listServer = (...webhooks: WebhookDto[]) => fakeServer().on('GET /api/webhooks', { body: webhooks });

/** The row of the webhook with this address. */
export const findWebhook = async (url = URL) =>
  within((await screen.findByRole('heading', { level: 3, name: url })).closest('li')!);
