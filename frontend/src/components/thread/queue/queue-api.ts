import { TagDtoColor, type QueueItemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListQueueUrl, getReadQueueItemQueryOptions, useReadQueueSettings } from '@ecom-crm/openapi/queue/queue';
import type { RecordRef } from '../../record/record-types';

/** The list over all kinds of threads. */
export const QUEUE_API = getListQueueUrl();

/** A question, a problem or another thread, as the queue has it. */
export type QueueItem = QueueItemDto;

export const tagColors = Object.values(TagDtoColor);

/** The query of one item of the queue. */
export function itemQuery({ kind, recordId }: RecordRef) {
  return getReadQueueItemQueryOptions(kind, recordId);
}

/** Within how many hours a response is due, by kind; a kind without is never late. */
export function useResponseTargets(): Map<string, number> {
  const { data } = useReadQueueSettings();
  return new Map(data?.targets.map(({ kind, hours }) => [kind, hours]));
}
