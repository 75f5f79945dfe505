import type { ObjectLiteral, Repository } from 'typeorm';
import { runPrepared } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import type { ReadRows } from './page';

/** What a list query says of it: only a page can have the counts, since a whole list is sent as fast as it is read. */
export interface ResponseCountQuery {
  include?: 'responseCount';
  limit?: number;
}

/** Absent where nobody asked. */
interface Counted {
  responseCount?: number;
}

/** Adds to each row of a page how many responses it has, if that is asked for; `column` names their record and has an index. */
export function withResponseCounts<Row, Response extends ObjectLiteral>(
  read: ReadRows<Row>,
  { include, limit }: ResponseCountQuery,
  { metadata, manager }: Repository<Response>,
  column: string,
): ReadRows<Row & Counted> {
  if (include !== 'responseCount' || limit === undefined) return read as ReadRows<Row & Counted>;
  const text = `SELECT ${column} AS id, count(*)::integer AS count FROM ${metadata.tablePath} WHERE ${column} = ANY($1) GROUP BY ${column}`;
  const statement = { name: `${metadata.tableName} counts`, text };
  const replica = currentReplica();
  return async (wanted) => {
    const page = await read(wanted);
    const ids = page.rows.map(({ id }) => id);
    const counts = await readFromReplica(manager.connection, replica, (source) =>
      runPrepared<{ id: number; count: number }>(source, statement, [ids]),
    );
    const countOf = new Map(counts.map(({ id, count }) => [id, count]));
    return { ...page, rows: page.rows.map((row) => ({ ...row, responseCount: countOf.get(row.id) ?? 0 })) };
  };
}
