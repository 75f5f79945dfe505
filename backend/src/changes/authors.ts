import type { Repository } from 'typeorm';
import type { Change } from './change.entity';

/** Of the record and its responses: a listener writes links on behalf of a person who did nothing to the record. */
const OF_RECORD = "kind IN ($1, $1 || '-response')";

/** Not all of its changes: each would cost more than the one before. */
const AUTHORS = `
  WITH entries AS NOT MATERIALIZED (
    SELECT id, user_id FROM changes WHERE subject_kind = $1 AND subject_id = $2 AND id < $3 AND ${OF_RECORD})
  SELECT DISTINCT user_id AS id FROM (
    (SELECT user_id FROM entries ORDER BY id LIMIT 1000) UNION ALL
    (SELECT user_id FROM entries ORDER BY id DESC LIMIT 1000)) AS ends
  WHERE user_id IS NOT NULL`;

/** Records that others have changed since an entry. */
const NEWS = `
  SELECT given.id FROM unnest($2::integer[], $3::bigint[]) AS given (id, seen) WHERE EXISTS (
    SELECT FROM changes WHERE subject_kind = $1 AND subject_id = given.id AND changes.id > given.seen
      AND user_id IS DISTINCT FROM $4 AND ${OF_RECORD})`;

/** A new one: what comes back by undoing its deletion has a later version. */
const CUSTOMER_RESPONSE = `
  SELECT FROM changes WHERE change_set = $1 AND subject_kind = $2 AND subject_id = $3
    AND kind = $2 || '-response' AND operation = 'insert' AND version = 1 AND after ->> 'kind' = 'customer' LIMIT 1`;

/** Who made the first or the last thousand changes of a record before an entry. */
export async function readAuthors(
  changes: Repository<Change>,
  values: [kind: string, recordId: number, before: number],
): Promise<number[]> {
  return (await changes.query<{ id: number }[]>(AUTHORS, values)).map(({ id }) => id);
}

/** Which records others than a user changed since the entries that were seen, one for each. */
export async function readChanged(
  changes: Repository<Change>,
  values: [kind: string, recordIds: number[], seen: number[], userId: number],
): Promise<number[]> {
  return (await changes.query<{ id: number }[]>(NEWS, values)).map(({ id }) => id);
}

/** Whether a change set adds what the customer wrote to a record. */
export async function hasCustomerResponse(
  changes: Repository<Change>,
  values: [changeSet: string, kind: string, recordId: number],
): Promise<boolean> {
  return (await changes.query<object[]>(CUSTOMER_RESPONSE, values)).length > 0;
}
