import type { Repository } from 'typeorm';
import { limitStatements } from '../../database/limit-statements';
import { isTimeout } from '../../http/database-error';
import type { Change } from '../change.entity';
import { OPENED_AT } from '../change.dto';

/** Later entries of a record, and of all about its subject, among which the one that takes a change back is looked for. */
export const MAX_LATER = 20;
const MAX_LATER_OF_ALL = 200;
/** Change sets of more entries, or of larger ones (stored bytes), are not looked at: their values would take too long to compare. */
const MAX_ENTRIES = 50;
const MAX_BYTES = 16_384;
/** Change sets that are looked at in one statement. */
const AT_ONCE = 50;

/**
 * Which of these change sets were taken back: the last change of what they begin with is part of a change set that does the
 * opposite of all of it, and nothing else. A reply that ends a snooze does more, so it takes no snooze back.
 */
export async function readTakenBack(log: Repository<Change>, changeSets: string[]): Promise<Set<string>> {
  const takenBack = new Set<string>();
  for (let start = 0; start < changeSets.length; start += AT_ONCE)
    for (const id of await readSome(log, changeSets.slice(start, start + AT_ONCE))) takenBack.add(id);
  return takenBack;
}

/** None of them where that takes too long: the list is of use without it. */
async function readSome(log: Repository<Change>, changeSets: string[]): Promise<string[]> {
  try {
    return await log.manager.transaction(async (manager) => {
      await limitStatements(manager);
      const values = [changeSets, MAX_LATER, MAX_ENTRIES, MAX_BYTES, MAX_LATER_OF_ALL];
      return (await manager.query<{ id: string }[]>(TAKEN_BACK, values)).map(({ id }) => id);
    });
  } catch (error) {
    if (isTimeout(error)) return [];
    throw error;
  }
}

const bytesOf = (entry: string): string =>
  `(coalesce(pg_column_size(${entry}.before), 0) + coalesce(pg_column_size(${entry}.after), 0))`;

const countOf = (changeSet: string): string =>
  `(SELECT count(*) FROM (SELECT FROM changes WHERE change_set = ${changeSet} LIMIT $3 + 1) AS entries)`;

const isSmall = (changeSet: string): string =>
  `${countOf(changeSet)} <= $3 AND (SELECT sum(${bytesOf('entry')}) FROM changes AS entry WHERE change_set = ${changeSet}) <= $4`;

/** What an update made of the fields, but of the column that a trigger writes along. */
const valueOf = (side: 'before' | 'after'): string =>
  `CASE WHEN operation = 'update' THEN ${side}::jsonb - '${OPENED_AT}' END`;

/** A large later entry counts as one of the same fields: it is not looked into, and takes nothing back. */
const TAKEN_BACK = `
  WITH given AS MATERIALIZED (
    SELECT own.*, ARRAY (SELECT json_object_keys(own.after)) AS fields
    FROM unnest($1::uuid[]) AS asked (id)
      CROSS JOIN LATERAL (SELECT * FROM changes WHERE change_set = asked.id ORDER BY id LIMIT 1) AS own
    WHERE CASE WHEN ${countOf('asked.id')} <= $3 THEN ${isSmall('asked.id')} ELSE false END)
  SELECT own.change_set AS id FROM given AS own
  CROSS JOIN LATERAL (
    SELECT later.change_set FROM (
      SELECT * FROM (
        SELECT * FROM changes
        WHERE subject_kind = own.subject_kind AND subject_id = own.subject_id AND id > own.id ORDER BY id DESC LIMIT $5) AS about
      WHERE kind = own.kind AND record_id = own.record_id ORDER BY id DESC LIMIT $2) AS later
    WHERE later.operation <> 'update' OR own.operation <> 'update' OR ${bytesOf('later')} > $4
      OR own.fields && ARRAY (SELECT json_object_keys(later.after))
    ORDER BY later.id DESC LIMIT 1) AS last
  WHERE CASE WHEN ${countOf('last.change_set')} = ${countOf('own.change_set')} THEN ${isSmall('last.change_set')} ELSE false END AND NOT EXISTS (
    SELECT kind, record_id, CASE operation WHEN 'insert' THEN 'delete' WHEN 'delete' THEN 'insert' ELSE operation END, ${valueOf('after')}, ${valueOf('before')}
    FROM changes WHERE change_set = own.change_set
    EXCEPT
    SELECT kind, record_id, operation, ${valueOf('before')}, ${valueOf('after')} FROM changes WHERE change_set = last.change_set)`;
