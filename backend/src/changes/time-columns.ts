import type { DataSource } from 'typeorm';
import { loggedTableOf } from '../records/record-type';

/** By their names in the database; null for a table without an entity, whose columns are not known. */
export type TimeColumns = ReadonlySet<string> | null;

const known = new WeakMap<DataSource, Map<string, TimeColumns>>();

/** The columns of a kind of records that hold times: a text may look like a time and is none. */
export function timeColumns(source: DataSource, kind: string): TimeColumns {
  const kinds = known.get(source) ?? new Map<string, TimeColumns>();
  known.set(source, kinds);
  const found = kinds.get(kind);
  if (found !== undefined) return found;
  const columns = readTimeColumns(source, loggedTableOf(kind));
  kinds.set(kind, columns);
  return columns;
}

function readTimeColumns({ entityMetadatas, driver }: DataSource, table: string | undefined): TimeColumns {
  const entity = entityMetadatas.find(({ tableName }) => tableName === table);
  if (!entity) return null;
  const times = entity.columns.filter(({ type }) => driver.normalizeType({ type }).startsWith('timestamp'));
  return new Set(times.map(({ databaseName }) => databaseName));
}
