import type { DataSource } from 'typeorm';
import { loggedTableOf } from '../records/record-type';

const known = new WeakMap<DataSource, Map<string, ReadonlySet<string>>>();

/** The columns of a kind of records that hold times, by their names in the database; a text may look like a time and is none. */
export function timeColumns(source: DataSource, kind: string): ReadonlySet<string> {
  const kinds = known.get(source) ?? new Map<string, ReadonlySet<string>>();
  known.set(source, kinds);
  const columns = kinds.get(kind) ?? readTimeColumns(source, loggedTableOf(kind));
  kinds.set(kind, columns);
  return columns;
}

function readTimeColumns({ entityMetadatas, driver }: DataSource, table: string | undefined): ReadonlySet<string> {
  const columns = entityMetadatas.find(({ tableName }) => tableName === table)?.columns ?? [];
  const times = columns.filter(({ type }) => driver.normalizeType({ type }).startsWith('timestamp'));
  return new Set(times.map(({ databaseName }) => databaseName));
}
