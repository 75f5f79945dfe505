import type { DataSource } from 'typeorm';
import { fieldProblem } from '../http/field-problem';
import type { RecordTypeOptions } from '../records/record-type';
import type { RecordFilter } from './filters';

/** The column that a filter needs; pictures, of which a kind may have none, need none. */
const COLUMNS: Partial<Record<keyof RecordFilter, string>> = {
  status: 'status',
  assignee: 'assigneeId',
  tag: 'tagIds',
  product: 'waitingSince',
  createdFrom: 'createdAt',
  createdTo: 'createdAt',
  waitingFrom: 'waitingSince',
  waitingTo: 'waitingSince',
  waiting: 'waitingSince',
  snoozed: 'snoozedUntil',
  field: 'extraFields',
};

/** A filter as a query of any kind of record gives it: its status is one text. */
export type QueryFilter = Omit<RecordFilter, 'status' | 'userId'> & { status?: string };

/** The filter of a query for records of this kind; 400 for what its records do not have. */
export function filterOf(
  source: DataSource,
  { kind, table, statuses }: Pick<RecordTypeOptions, 'kind' | 'table' | 'statuses'>,
  query: QueryFilter,
): RecordFilter {
  const columns = source.entityMetadatas.find(({ tableName }) => tableName === table)?.propertiesMap ?? {};
  for (const name of Object.keys(COLUMNS) as (keyof QueryFilter)[])
    if (query[name] !== undefined && !((COLUMNS[name] as string) in columns))
      throw fieldProblem(name, `${name} is no filter of the kind ${kind}`);
  const { status, ...others } = query;
  if (status === undefined) return others;
  if (!statuses) return { ...others, status };
  const several = [...new Set(status.split(','))];
  if (several.some((one) => !statuses.includes(one)))
    throw fieldProblem('status', `Status must be one of ${statuses.join(', ')}`);
  return { ...others, status: several };
}

/** Whether anything is filtered. */
export function isFiltered({ userId: _userId, ...filter }: RecordFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
