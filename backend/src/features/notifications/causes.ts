import { readCursor } from '../../changes/change.dto';
import type { ChangeOf } from '../../changes/subscriptions/on-change';
import { recordTypes } from '../../records/record-type';
import { threadTypes } from '../../threads/thread-types';
import type { Reason } from './notification.entity';

/** Characters of a text that a notification shows. */
const MAX_EXCERPT = 200;

/** What a change says that is worth a notification. */
export interface Cause {
  changeId: number;
  changeSet: string;
  actorId: number;
  kind: string;
  recordId: number;
  at: string;
  /** What those who take part in the record are told; undefined for nothing. */
  news: Extract<Reason, 'response' | 'customer' | 'note' | 'status'> | undefined;
  /** Who had the record, and who has it from now on. */
  assigned: [userId: number, reason: Reason][];
  /** The texts after the change and before it, in which people may be mentioned. */
  texts: { now: string; before: string };
  /** The beginning of what was written. */
  excerpt: string | null;
  /** The new status; null where it stays. */
  status: string | null;
}

/** The cause in a change; null where there is none, and for what comes back by undoing its deletion: it was told. */
export function causeOf(change: ChangeOf<Record<string, unknown>>): Cause | null {
  const { userId, after, before, operation, version } = change;
  if (userId === null || !after || (operation === 'insert' && version > 1)) return null;
  // A tag, a view or a webhook has no page that a notification could lead to.
  if (!recordTypes().some(({ kind }) => kind === change.subjectKind)) return null;
  const status = operation === 'update' && isThread(change) ? after.status : undefined;
  const news = isResponse(change) && operation === 'insert' ? newsOf(after) : status ? 'status' : undefined;
  const texts = { now: textOf(after), before: textOf(before ?? {}) };
  const assigned = assignedBy(userId, before?.assigneeId, after.assigneeId);
  if (!news && assigned.length === 0 && !texts.now.includes('@')) return null;
  return {
    changeId: readCursor(change.cursor) as number,
    changeSet: change.changeSet,
    actorId: userId,
    kind: change.subjectKind,
    recordId: change.subjectId,
    at: change.at,
    news,
    assigned,
    texts,
    excerpt: excerptOf(after),
    status: typeof status === 'string' ? status : null,
  };
}

function newsOf({ kind }: Record<string, unknown>): Cause['news'] {
  return kind === 'customer' || kind === 'note' ? kind : 'response';
}

function assignedBy(actorId: number, formerId: unknown, assigneeId: unknown): Cause['assigned'] {
  const assigned: Cause['assigned'] = [];
  if (typeof formerId === 'number') assigned.push([formerId, assigneeId === actorId ? 'taken' : 'unassigned']);
  if (typeof assigneeId === 'number') assigned.push([assigneeId, 'assigned']);
  return assigned;
}

function isResponse({ kind, subjectKind }: ChangeOf<object>): boolean {
  return kind === `${subjectKind}-response`;
}

function isThread({ kind }: ChangeOf<object>): boolean {
  return threadTypes().some((type) => type.kind === kind);
}

function textOf(fields: Record<string, unknown>): string {
  return Object.values(fields)
    .filter((value) => typeof value === 'string')
    .join('\n');
}

function excerptOf({ response, description, content }: Record<string, unknown>): string | null {
  const text = response ?? description ?? content;
  // By code points: half an emoji is none.
  return typeof text === 'string' ? [...text].slice(0, MAX_EXCERPT).join('') : null;
}
