import type { ObjectLiteral, Repository } from 'typeorm';
import { runPrepared } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import type { ReadRows } from './page';

/** What a query of threads asks for beyond their fields: only a page can have it, since a whole list is sent as fast as it is read. */
export interface IncludeQuery {
  include?: 'responseCount' | 'queue';
  limit?: number;
}

/** The tables of a kind of threads: `column` of the responses names their thread, and has an index. */
interface ThreadTables<Row, Response extends ObjectLiteral> {
  threads: Repository<Row & ObjectLiteral>;
  responses: Repository<Response>;
  column: string;
}

/** Absent where nobody asked. */
export interface Included {
  responseCount?: number;
  waitingSince?: Date | null;
}

/** Adds to each row of a page what `include` asks for. */
export function withIncluded<Row extends { id: number }, Response extends ObjectLiteral>(
  read: ReadRows<Row>,
  { include, limit }: IncludeQuery,
  { threads, responses, column }: ThreadTables<Row, Response>,
): ReadRows<Row & Included> {
  if (!include || limit === undefined) return read as ReadRows<Row & Included>;
  const replica = currentReplica();
  const table = threads.metadata.tableName;
  const counts = {
    name: `${table} counts`,
    text: `SELECT ${column} AS id, count(*)::integer AS "responseCount" FROM ${responses.metadata.tablePath} WHERE ${column} = ANY($1) GROUP BY ${column}`,
  };
  const waiting = {
    name: `${table} waiting`,
    text: `SELECT id, waiting_since AS "waitingSince" FROM ${threads.metadata.tablePath} WHERE id = ANY($1)`,
  };
  const statements = include === 'queue' ? [counts, waiting] : [counts];
  return async (wanted) => {
    const page = await read(wanted);
    const included = new Map(page.rows.map(({ id }) => [id, { responseCount: 0 } as Included]));
    for (const statement of statements) {
      const found = await readFromReplica(threads.manager.connection, replica, (source) =>
        runPrepared<Included & { id: number }>(source, statement, [[...included.keys()]]),
      );
      for (const { id, ...fields } of found) Object.assign(included.get(id) as Included, fields);
    }
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...included.get(row.id) })) };
  };
}
