import { TagDtoColor, type QueueItemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListQueueUrl, getReadQueueItemQueryOptions, useReadQueueSettings } from '@ecom-crm/openapi/queue/queue';
import { recordTypes, type RecordRef, type RecordType } from '../../record/record-types';

/** The list over all kinds of threads. */
export const QUEUE_API = getListQueueUrl();

/** A question, a problem or another thread, as the queue has it. */
export type QueueItem = QueueItemDto;

export const tagColors = Object.values(TagDtoColor);

/** The query of one item of the queue. */
export function itemQuery({ kind, recordId }: RecordRef) {
  return getReadQueueItemQueryOptions(kind, recordId);
}

/** The types of records that the queue is over, such as questions; one without a target is among them, too. */
export function useThreadTypes(): RecordType[] {
  const targets = useResponseTargets();
  return Object.values(recordTypes).filter(({ kind, isThread }) => isThread || targets.has(kind));
}

/** Within how many hours a response is due, by kind; a kind without is never late. */
export function useResponseTargets(): Map<string, number> {
  const { data } = useReadQueueSettings();
  return new Map(data?.targets.map(({ kind, hours }) => [kind, hours]));
}
