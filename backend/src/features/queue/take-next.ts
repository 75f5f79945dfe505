import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Bind } from '../../search/text-filter';
import type { ThreadType } from '../../threads/thread-types';
import type { Conditions } from './read-queue';

const WAITING = 'waiting_since IS NOT NULL AND assignee_id IS NULL';
const ORDER = 'ORDER BY waiting_since, id LIMIT 1';

/** Links lock a thread for a moment, too: how often to look where all that waits is locked, and how long to wait between. */
const TRIES = 5;
const PAUSE_MS = 50;

/**
 * Locks the thread whose customer waits longest, that nobody has, and that nobody else is about to take: threads that others
 * have locked are passed over. Null where there is none.
 */
export async function lockNext(
  manager: EntityManager,
  kinds: ThreadType[],
  conditions: Conditions,
): Promise<{ kind: ThreadType; id: number } | null> {
  for (let tries = 1; ; tries++) {
    const waiting = await byLongest(manager, kinds, conditions);
    for (const kind of waiting) {
      const { where, values } = whereFree(kind, conditions);
      const text = `SELECT id FROM ${kind.table} ${where} ${ORDER} FOR UPDATE SKIP LOCKED`;
      const [found] = await manager.query<{ id: number }[]>(text, values);
      if (found) return { kind, id: found.id };
    }
    if (waiting.length === 0 || tries === TRIES) return null;
    await sleep(PAUSE_MS);
  }
}

/** The kinds that have such a thread, by how long its customer waits. Nothing is locked: a lock on what is not taken would hide it from others. */
async function byLongest(manager: EntityManager, kinds: ThreadType[], conditions: Conditions): Promise<ThreadType[]> {
  const values: unknown[] = [];
  const heads = kinds.map((kind, index) => {
    const { where } = whereFree(kind, conditions, values);
    return `(SELECT ${index} AS place, waiting_since FROM ${kind.table} ${where} ${ORDER})`;
  });
  const text = `SELECT place FROM (${heads.join(' UNION ALL ')}) AS heads ORDER BY waiting_since, place`;
  return (await manager.query<{ place: number }[]>(text, values)).map(({ place }) => kinds[place]);
}

function whereFree(
  kind: ThreadType,
  conditions: Conditions,
  values: unknown[] = [],
): { where: string; values: unknown[] } {
  const bind: Bind = (value) => `$${values.push(value)}`;
  return { where: `WHERE ${[WAITING, ...conditions(kind, bind)].join(' AND ')}`, values };
}
