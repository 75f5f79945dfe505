import type { EntityManager } from 'typeorm';
import { recordTypes, type RecordTypeOptions } from '../../records/record-type';
import type { AnsweredItem, UpdateAnswer } from './update-answer.entity';

/** What open items get: a response, and a status unless it is null. */
export interface Answer {
  update: { id: number; content: string };
  status: UpdateAnswer['status'];
  userId: number;
}

type ThreadType = RecordTypeOptions & { responses: string };

/** The kinds of records that an update can answer. */
export function answerableTypes(): ThreadType[] {
  return recordTypes().filter((type): type is ThreadType => type.responses !== undefined);
}

/** Answers those of the items that are still open, in one transaction; tells how many. */
export async function answerOpenItems(manager: EntityManager, items: AnsweredItem[], answer: Answer): Promise<number> {
  let answered = 0;
  for (const type of answerableTypes()) {
    const ids = items.filter(({ kind }) => kind === type.kind).map(({ id }) => id);
    if (ids.length > 0) answered += await answerThreads(manager, type, ids, answer);
  }
  return answered;
}

async function answerThreads(
  manager: EntityManager,
  { kind, table, responses }: ThreadType,
  ids: number[],
  { update, status, userId }: Answer,
): Promise<number> {
  const rows = await manager.query<{ id: number }[]>(
    `SELECT id FROM "${table}" WHERE id = ANY($1) AND status <> 'resolved' ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  const open = rows.map(({ id }) => id);
  // The status first: a resolved thread does not wait, so its response need not write it again.
  if (status !== null)
    await manager.query(`UPDATE "${table}" SET status = $2 WHERE id = ANY($1) AND status <> $2`, [open, status]);
  const insert = `
    INSERT INTO "${responses}" (${kind.replaceAll('-', '_')}_id, response, update_id, created_by_id)
    SELECT id, $2, $3, $4 FROM unnest($1::integer[]) AS id`;
  await manager.query(insert, [open, update.content, update.id, userId]);
  return open.length;
}
