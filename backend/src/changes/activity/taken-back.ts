import type { Repository } from 'typeorm';
import type { Change } from '../change.entity';
import { OPENED_AT } from '../change.dto';

/** Later entries of a record among which the one that takes a change back is looked for. */
const MAX_LATER = 20;
/** Change sets of more entries are not looked at: a page of 50 sets of 1,000 entries takes more than a second. */
const MAX_ENTRIES = 50;

/**
 * Which of these change sets were taken back: the last change of what they begin with is part of a change set that does the
 * opposite of all of it, and nothing else. A reply that ends a snooze does more, so it takes no snooze back.
 */
export async function readTakenBack(log: Repository<Change>, changeSets: string[]): Promise<Set<string>> {
  const found = await log.query<{ id: string }[]>(
    `SELECT given.id FROM unnest($1::uuid[]) AS given (id)
     CROSS JOIN LATERAL (SELECT * FROM changes WHERE change_set = given.id ORDER BY id LIMIT 1) AS own
     CROSS JOIN LATERAL (
       SELECT later.change_set FROM (
         SELECT * FROM changes
         WHERE subject_kind = own.subject_kind AND subject_id = own.subject_id AND id > own.id ORDER BY id DESC LIMIT $2) AS later
       WHERE later.kind = own.kind AND later.record_id = own.record_id
         AND (later.operation <> 'update' OR own.operation <> 'update' OR own.after::jsonb ?| ARRAY (SELECT json_object_keys(later.after)))
       ORDER BY later.id DESC LIMIT 1) AS last
     WHERE ${countOf('given.id')} <= $3 AND ${countOf('given.id')} = ${countOf('last.change_set')} AND NOT EXISTS (
       SELECT kind, record_id, CASE operation WHEN 'insert' THEN 'delete' WHEN 'delete' THEN 'insert' ELSE operation END, ${valueOf('after')}, ${valueOf('before')}
       FROM changes WHERE change_set = given.id
       EXCEPT
       SELECT kind, record_id, operation, ${valueOf('before')}, ${valueOf('after')} FROM changes WHERE change_set = last.change_set)`,
    [changeSets, MAX_LATER, MAX_ENTRIES],
  );
  return new Set(found.map(({ id }) => id));
}

const countOf = (changeSet: string): string =>
  `(SELECT count(*) FROM (SELECT FROM changes WHERE change_set = ${changeSet} LIMIT $3 + 1) AS entries)`;

/** What an update made of the fields, but of the column that a trigger writes along. */
const valueOf = (side: 'before' | 'after'): string =>
  `CASE WHEN operation = 'update' THEN ${side}::jsonb - '${OPENED_AT}' END`;
