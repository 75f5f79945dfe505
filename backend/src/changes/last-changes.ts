import type { DataSource } from 'typeorm';
import { runPrepared } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import type { ReadRows } from '../lists/page';

/** When a record was last changed, and by whom; null where the log does not say, absent where nobody asked. */
export interface LastChange {
  changedAt?: Date | null;
  changedById?: number | null;
}

/** What a list query says of it: only a page can have it. */
export interface LastChangeQuery {
  include?: 'lastChange';
  limit?: number;
}

const LAST_CHANGES = {
  name: 'last changes',
  text: `
    SELECT record.id, at AS "changedAt", user_id AS "changedById" FROM unnest($2::integer[]) AS record(id)
    CROSS JOIN LATERAL (
      SELECT at, user_id FROM changes WHERE subject_kind = $1 AND subject_id = record.id ORDER BY changes.id DESC LIMIT 1
    ) AS last`,
};

/** Adds to each row of a page when it was last changed, and by whom, if that is asked for: one look into an index for each. */
export function withLastChange<Row>(
  read: ReadRows<Row>,
  { include, limit }: LastChangeQuery,
  source: DataSource,
  kind: string,
): ReadRows<Row & LastChange> {
  if (include !== 'lastChange' || limit === undefined) return read as ReadRows<Row & LastChange>;
  const replica = currentReplica();
  return async (wanted) => {
    const page = await read(wanted);
    const ids = page.rows.map(({ id }) => id);
    const changes = await readFromReplica(source, replica, (from) =>
      runPrepared<LastChange & { id: number }>(from, LAST_CHANGES, [kind, ids]),
    );
    const changeOf = new Map(changes.map(({ id, ...change }) => [id, change]));
    const unknown = { changedAt: null, changedById: null };
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...(changeOf.get(row.id) ?? unknown) })) };
  };
}
