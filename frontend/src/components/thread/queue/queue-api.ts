import { http } from '@ecom-crm/openapi/http';
import { useQuery } from '@tanstack/react-query';
import { recordPath, type RecordRef } from '../../record/record-types';
import type { ThreadStatus } from '../thread-status';

export const QUEUE_API = '/api/queue';

/** A question, a problem or another thread, as the queue has it. */
export interface QueueItem {
  kind: string;
  id: number;
  title: string;
  status: ThreadStatus;
  createdAt: string;
  createdById: number;
  /** Null where nobody waits. */
  waitingSince: string | null;
  assigneeId?: number;
  snoozedUntil?: string;
  tagIds?: number[];
  responseCount: number;
}

export const tagColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;
export type TagColor = (typeof tagColors)[number];

export interface Tag {
  id: number;
  name: string;
  color: TagColor;
  group: string | null;
}

const TAGS_API = '/api/tags';
export const tagsKey = [TAGS_API] as const;
export const readTags = (signal?: AbortSignal) => http<Tag[]>(TAGS_API, { signal });
export const createTag = (tag: Pick<Tag, 'name' | 'color'>) => http<Tag>(TAGS_API, withBody('POST', tag));
export const setTag = (record: RecordRef, tagId: number, isWanted: boolean) =>
  http<{ tagIds: number[] }>(`${recordPath(record)}/tags/${tagId}`, { method: isWanted ? 'PUT' : 'DELETE' });

/** Takes what waits longest, of what the filters leave; undefined where there is none. */
export const takeNext = (filters: Record<string, string>, headers: Record<string, string>) =>
  http<QueueItem | undefined>(`${QUEUE_API}/next`, withBody('POST', filters, headers));

/** The query of one item of the queue. */
export function itemQuery({ kind, recordId }: RecordRef) {
  const path = `${QUEUE_API}/${kind}/${recordId}`;
  return { queryKey: [path], queryFn: ({ signal }: { signal: AbortSignal }) => http<QueueItem>(path, { signal }) };
}

/** Within how many hours a response is due, by kind; a kind without is never late. */
export function useResponseTargets(): Map<string, number> {
  const { data } = useQuery({
    queryKey: [`${QUEUE_API}/settings`],
    queryFn: ({ signal }) => http<{ targets: { kind: string; hours: number }[] }>(`${QUEUE_API}/settings`, { signal }),
  });
  return new Map(data?.targets.map(({ kind, hours }) => [kind, hours]));
}

export function withBody(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
