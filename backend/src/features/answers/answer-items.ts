import type { EntityManager } from 'typeorm';
import { threadTypes, type ThreadType } from '../../threads/thread-types';
import type { AnsweredItem, UpdateAnswer } from './update-answer.entity';

/** What open items get: a response, and a status unless it is null. */
export interface Answer {
  updateId: number;
  text: string;
  status: UpdateAnswer['status'];
  userId: number;
}

/** Threads of a kind that were answered. */
interface AnsweredThreads {
  kind: string;
  ids: number[];
}

/** Answers those of the items that are still open, in one transaction; tells which they were. */
export async function answerOpenItems(
  manager: EntityManager,
  items: AnsweredItem[],
  answer: Answer,
): Promise<AnsweredThreads[]> {
  const answered: AnsweredThreads[] = [];
  for (const type of threadTypes()) {
    const ids = items.filter(({ kind }) => kind === type.kind).map(({ id }) => id);
    if (ids.length > 0) answered.push({ kind: type.kind, ids: await answerThreads(manager, type, ids, answer) });
  }
  return answered;
}

async function answerThreads(
  manager: EntityManager,
  { table, responses, column }: ThreadType,
  ids: number[],
  { updateId, text, status, userId }: Answer,
): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(
    `SELECT id FROM "${table}" WHERE id = ANY($1) AND status <> 'resolved' ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  const open = rows.map(({ id }) => id);
  // The status first: a resolved thread does not wait, so its response need not write it again.
  if (status !== null)
    await manager.query(`UPDATE "${table}" SET status = $2 WHERE id = ANY($1) AND status <> $2`, [open, status]);
  const insert = `
    INSERT INTO "${responses}" (${column}, response, update_id, created_by_id)
    SELECT id, $2, $3, $4 FROM unnest($1::integer[]) AS id`;
  await manager.query(insert, [open, text, updateId, userId]);
  return open;
}
