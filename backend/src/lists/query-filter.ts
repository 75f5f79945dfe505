import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { DataSource } from 'typeorm';
import { fieldProblem } from '../http/field-problem';
import { recordTypes, type RecordTypeOptions } from '../records/record-type';
import { AnyListQuery } from './filter-query.dto';
import { FILTER_PROPERTIES, type RecordFilter } from './filters';

/** The list of all kinds of threads. */
export const QUEUE = 'queue';

const RESOLVED = 'resolved';

/** A filter as a query of any kind of record gives it: its status is one text. */
export type QueryFilter = Omit<RecordFilter, 'status' | 'userId'> & { status?: string };

/** The records of one kind in a list, and its filter. */
export interface ListPart {
  type: RecordTypeOptions;
  filter: RecordFilter;
  q?: string;
  sort?: string;
}

/** The filter of a query for records of this kind; 400 for what its records do not have. */
export function filterOf(
  source: DataSource,
  { kind, table, statuses }: Pick<RecordTypeOptions, 'kind' | 'table' | 'statuses'>,
  query: QueryFilter,
): RecordFilter {
  const properties = source.entityMetadatas.find(({ tableName }) => tableName === table)?.propertiesMap ?? {};
  for (const [name, property] of FILTER_PROPERTIES)
    if (query[name] !== undefined && !(property in properties))
      throw fieldProblem(name, `${name} is no filter of the kind ${kind}`);
  const { status, ...others } = query;
  if (status === undefined) return others;
  if (!statuses) return { ...others, status };
  const several = [...new Set(status.split(','))];
  if (several.some((one) => !statuses.includes(one)))
    throw fieldProblem('status', `Status must be one of ${statuses.join(', ')}`);
  return { ...others, status: several };
}

/** What a query of a list asks for, kind by kind; 400 for what the list does not take. */
export function readListQuery(source: DataSource, list: string, text: string): ListPart[] {
  const query = plainToInstance(AnyListQuery, Object.fromEntries(new URLSearchParams(text)));
  const [error] = validateSync(query, { whitelist: true, forbidNonWhitelisted: true });
  if (error) throw fieldProblem('query', messageOf(error.property, error.constraints));
  const { q, sort, kind: only, ...filter } = query;
  const isListed = ({ kind, responses }: RecordTypeOptions): boolean =>
    list === QUEUE ? responses !== undefined && (only === undefined || only === kind) : list === kind;
  const types = recordTypes().filter(isListed);
  if (types.length === 0) throw fieldProblem('list', 'List must be queue or a kind of record');
  return types.map((type) => {
    const own = filterOf(source, type, filter);
    return { type, filter: list === QUEUE ? inQueue(own, type) : own, q, sort };
  });
}

function messageOf(name: string, constraints: ValidationError['constraints'] = {}): string {
  if ('whitelistValidation' in constraints) return `${name} is no filter of a list`;
  return Object.values(constraints)[0] ?? `${name} is wrong`;
}

/** The queue holds what is not resolved and not put off, unless the filter asks for that. */
export function queueDefaults({ status, snoozed = false }: RecordFilter): { hasResolved: boolean; snoozed: boolean } {
  return { hasResolved: [status].flat().includes(RESOLVED), snoozed };
}

function inQueue(filter: RecordFilter, { statuses = [] }: RecordTypeOptions): RecordFilter {
  const { hasResolved, snoozed } = queueDefaults(filter);
  if (hasResolved) return { ...filter, snoozed };
  return { ...filter, status: [filter.status ?? statuses].flat().filter((one) => one !== RESOLVED), snoozed };
}

/** Whether anything is filtered. */
export function isFiltered({ userId: _userId, ...filter }: RecordFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
