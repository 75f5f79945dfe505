import type { EntityManager } from 'typeorm';
import { threadTypes } from './thread-types';

/** Threads from which a deleted tag is taken in one statement: one statement for all of them could run out of time. */
const STEP_THREADS = 500;

/** Takes a tag, whose row is locked, from all threads, before it is deleted: the undo goes the other way, and needs the tag first. */
export async function takeTagFromThreads(manager: EntityManager, tag: number): Promise<void> {
  for (const { table } of threadTypes()) {
    const tagged = await manager.query<{ id: number }[]>(
      `SELECT id FROM ${table} WHERE tag_ids @> ARRAY[$1::integer] AND tag_ids <> '{}' ORDER BY id`,
      [tag],
    );
    for (let from = 0; from < tagged.length; from += STEP_THREADS)
      await manager.query(
        `UPDATE ${table} SET tag_ids = array_remove(tag_ids, $1) WHERE id = ANY($2) AND $1 = ANY(tag_ids)`,
        [tag, tagged.slice(from, from + STEP_THREADS).map(({ id }) => id)],
      );
  }
}
