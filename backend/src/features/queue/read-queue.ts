import type { DataSource, EntityManager } from 'typeorm';
import { foreignCursor, type KeysetCursor, type ReadRows } from '../../lists/page';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import type { Bind } from '../../search/text-filter';
import type { ThreadType } from '../../threads/thread-types';
import type { ThreadStatus } from '../../threads/thread.entity';

export const QUEUE_SORTS = ['waiting', 'newest', 'oldest'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

/** A thread as the queue reads it. */
export interface QueueRow {
  kind: string;
  id: number;
  title: string;
  status: ThreadStatus;
  createdAt: Date;
  createdById: number;
  waitingSince: Date | null;
  assigneeId: number | null;
  snoozedUntil: Date | null;
  tagIds: number[];
  responseCount: number;
}

/** The conditions for a kind, in SQL. */
export type Conditions = (kind: ThreadType, bind: Bind) => string[];

const COLUMNS = `id, title, status, created_at AS "createdAt", created_by_id AS "createdById", waiting_since AS "waitingSince",
  assignee_id AS "assigneeId", snoozed_until AS "snoozedUntil", tag_ids AS "tagIds"`;

/** A part of the queue that one index of each table has in its order. */
const PARTS = {
  waiting: { time: 'waiting_since', direction: 'ASC', condition: 'waiting_since IS NOT NULL' },
  others: { time: 'created_at', direction: 'ASC', condition: 'waiting_since IS NULL' },
  newest: { time: 'created_at', direction: 'DESC', condition: null },
  oldest: { time: 'created_at', direction: 'ASC', condition: null },
} as const;

type Part = keyof typeof PARTS;

/** The part that a row belongs to, the index of its kind, and its time in microseconds since 1970. */
interface QueuePosition {
  part: Part;
  kind: number;
  time: string;
  id: number;
}

/** Reads the queue over kinds of threads page by page. Each table gives a page in the order of its index, and these are merged. */
export function readQueue(
  source: DataSource,
  kinds: ThreadType[],
  { sort, conditions }: { sort: QueueSort; conditions: Conditions },
): ReadRows<QueueRow> {
  const replica = currentReplica();
  const parts: Part[] = sort === 'waiting' ? ['waiting', 'others'] : [sort];
  return async ({ after, limit }) => {
    const position = after && positionOf(after, kinds, parts);
    const rows: (QueueRow & KeysetCursor)[] = [];
    for (const part of parts.slice(position ? parts.indexOf(position.part) : 0)) {
      if (rows.length >= limit) break;
      const { text, values } = partStatement(kinds, conditions, {
        part,
        after: position?.part === part ? position : null,
        limit: limit - rows.length,
      });
      rows.push(...(await readFromReplica(source, replica, (from) => from.query<typeof rows>(text, values))));
    }
    return { rows, hasMore: rows.length >= limit };
  };
}

/** Reads a thread as the queue shows it; null without it. */
export async function readItem(
  manager: EntityManager,
  { kind, table, responses, column }: ThreadType,
  id: number,
): Promise<QueueRow | null> {
  const text = `
    SELECT $2::text AS kind, ${COLUMNS}, (SELECT count(*)::integer FROM ${responses} WHERE ${column} = $1) AS "responseCount"
    FROM ${table} WHERE id = $1`;
  const [row = null] = await manager.query<QueueRow[]>(text, [id, kind]);
  return row;
}

function partStatement(
  kinds: ThreadType[],
  conditions: Conditions,
  { part, after, limit }: { part: Part; after: QueuePosition | null; limit: number },
): { text: string; values: unknown[] } {
  const { time, direction, condition } = PARTS[part];
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const pages = kinds.map((kind, index) => {
    const where = [...(condition ? [condition] : []), ...conditions(kind, bind)];
    if (after) where.push(beyond({ time, direction, index, after }, bind));
    return `(SELECT ${bind(kind.kind)}::text AS kind, ${index} AS place, ${time} AS time, ${COLUMNS} FROM ${kind.table}
      WHERE ${where.join(' AND ') || 'true'} ORDER BY ${time} ${direction}, id ${direction} LIMIT ${limit})`;
  });
  const counts = kinds.map(
    ({ responses, column }, index) =>
      `WHEN ${index} THEN (SELECT count(*)::integer FROM ${responses} WHERE ${column} = queue.id)`,
  );
  const order = `ORDER BY time ${direction}, place ${direction}, id ${direction}`;
  const text = `
    SELECT queue.*, CASE place ${counts.join(' ')} END AS "responseCount",
      concat_ws('.', '${part}', kind, (extract(epoch FROM time) * 1000000)::bigint) AS "$key"
    FROM (SELECT * FROM (${pages.join(' UNION ALL ')}) AS pages ${order} LIMIT ${limit}) AS queue ${order}`;
  return { text, values };
}

/** Whether a row of a kind comes after a position: of two with the same time, that of the later kind does. */
function beyond(
  { time, direction, index, after }: { time: string; direction: 'ASC' | 'DESC'; index: number; after: QueuePosition },
  bind: Bind,
): string {
  const than = direction === 'ASC' ? '>' : '<';
  const given = `timestamptz 'epoch' + ${bind(after.time)}::bigint * interval '1 microsecond'`;
  if (index === after.kind) return `(${time}, id) ${than} (${given}, ${bind(after.id)}::integer)`;
  const isLater = direction === 'ASC' ? index > after.kind : index < after.kind;
  return `${time} ${than}${isLater ? '=' : ''} ${given}`;
}

/** The position that a cursor of this list stands for; 400 for one of another. */
function positionOf({ id, $key = '' }: KeysetCursor, kinds: ThreadType[], parts: Part[]): QueuePosition {
  const [part, name, time] = $key.split('.');
  const kind = kinds.findIndex((one) => one.kind === name);
  const isPart = (text: string): text is Part => parts.includes(text as Part);
  if (isPart(part) && kind >= 0 && /^\d{1,17}$/.test(time)) return { part, kind, time, id };
  throw foreignCursor();
}
