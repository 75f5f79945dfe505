import { whereAll, type Bind } from '../search/text-filter';
import type { ProductFilters, ThreadFilters } from './filter-query.dto';
import { isByCreation } from './list-order';

/** What narrows a list: the same in a list, its search, its count and its export. All of it holds at once. */
export interface RecordFilter extends ThreadFilters, ProductFilters {
  /** One status, or any of several. */
  status?: string | string[];
  /** Whom the assignee `me` means; it filters nothing itself. */
  userId?: number;
}

export type FilterName = Exclude<keyof RecordFilter, 'userId'>;

/** The column that names the record to which rows belong, and its number. */
export type PartOf = [column: string, id: number];

/** What the filters need to know of a table. */
export interface FilteredType {
  kind: string;
  images?: boolean;
}

/** Answers SQL of the ids of the records of a kind that any of these products is linked to. */
type LinkedRecords = (kind: string, products: string) => string;

let linkedRecords: LinkedRecords | null = null;

/** The links of products say in SQL how they are read; without them no record has a product. */
export function declareLinkedRecords(links: LinkedRecords): void {
  linkedRecords = links;
}

interface FilterDefinition<Name extends FilterName> {
  /** The property of the entity that a kind needs to have this filter; null where every kind has it. */
  property: string | null;
  /** The condition in SQL. */
  sql: (value: NonNullable<RecordFilter[Name]>, bind: Bind, type: FilteredType, filter: RecordFilter) => string;
}

/**
 * All filters, in the order of their conditions. An index that leaves rows out is only used where the query says that it
 * wants none of them, hence the second halves.
 */
const FILTERS: { [Name in FilterName]: FilterDefinition<Name> } = {
  status: {
    property: 'status',
    sql: (status, bind) => {
      const [first, ...others] = [status].flat();
      return others.length === 0 ? `status = ${bind(first)}` : `status::text = ANY(${bind(status)}::text[])`;
    },
  },
  assignee: {
    property: 'assigneeId',
    sql: (assignee, bind, _type, { userId }) =>
      assignee === 'none'
        ? 'assignee_id IS NULL'
        : `assignee_id = ${bind(assignee === 'me' ? (userId ?? null) : assignee)}::integer`,
  },
  tag: {
    property: 'tagIds',
    sql: (tags, bind) => `tag_ids @> ${bind(tags)}::integer[] AND tag_ids <> '{}'`,
  },
  product: {
    // Links are in a table of their own; only threads have them, and this property.
    property: 'waitingSince',
    sql: (products, bind, { kind }) =>
      linkedRecords ? `id IN (${linkedRecords(bind(kind), bind(products))})` : 'false',
  },
  createdFrom: { property: 'createdAt', sql: (time, bind) => `created_at >= ${bind(time)}::timestamptz` },
  createdTo: { property: 'createdAt', sql: (time, bind) => `created_at < ${bind(time)}::timestamptz` },
  waitingFrom: { property: 'waitingSince', sql: (time, bind) => `waiting_since >= ${bind(time)}::timestamptz` },
  waitingTo: { property: 'waitingSince', sql: (time, bind) => `waiting_since < ${bind(time)}::timestamptz` },
  waiting: {
    property: 'waitingSince',
    sql: (isWaiting) => `waiting_since IS ${isWaiting ? 'NOT NULL' : 'NULL'}`,
  },
  snoozed: {
    property: 'snoozedUntil',
    sql: (isSnoozed) => (isSnoozed ? 'snoozed_until > now()' : 'coalesce(snoozed_until <= now(), true)'),
  },
  hasImages: {
    property: null,
    sql: (hasImages, _bind, { images }) => {
      if (!images) return hasImages ? 'false' : 'true';
      return hasImages ? "images <> '[]'" : "images = '[]'";
    },
  },
  field: {
    property: 'extraFields',
    sql: (readings, bind) => {
      const [{ name, value }] = readings;
      const [shortest] = readings.slice(-1);
      // The index over the texts holds the values too. All values that the text can mean end with the shortest.
      const holds = `search_text LIKE like_pattern(${bind(shortest.value)}::text)`;
      if (readings.length === 1) return `extra_fields ->> ${bind(name)}::text = ${bind(value)}::text AND ${holds}`;
      // One look at each field, however many colons there are.
      const isMeant = `field.value <> '' AND field.key || ':' || field.value = ${bind(`${name}:${value}`)}::text`;
      return `${holds} AND EXISTS (SELECT FROM json_each_text(extra_fields) AS field WHERE ${isMeant})`;
    },
  },
};

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** The filters that need a property of the entity, with its name. */
export const FILTER_PROPERTIES = FILTER_NAMES.flatMap((name): [FilterName, string][] => {
  const { property } = FILTERS[name];
  return property === null ? [] : [[name, property]];
});

function conditionOf<Name extends FilterName>(
  name: Name,
  filter: RecordFilter,
  bind: Bind,
  type: FilteredType,
): string | null {
  const { sql }: FilterDefinition<Name> = FILTERS[name];
  const value = filter[name];
  return value === undefined || value === null ? null : sql(value, bind, type, filter);
}

/** The conditions in SQL, for the table of a kind, whose columns they name without the table. */
export function filterConditions(type: FilteredType, filter: RecordFilter, bind: Bind): string[] {
  return FILTER_NAMES.flatMap((name) => conditionOf(name, filter, bind, type) ?? []);
}

/** A filter in two: what an index in the order of the list narrows, and what each row is tested for. */
export function splitFilter(filter: RecordFilter): { bounds: RecordFilter; tests: RecordFilter } {
  if (isByCreation(filter)) {
    const { createdFrom, createdTo, ...tests } = filter;
    return { bounds: { createdFrom, createdTo }, tests };
  }
  const { status, ...tests } = filter;
  return [status].flat().length === 1 ? { bounds: { status }, tests } : { bounds: {}, tests: filter };
}

/** Of some ids those of records that pass the filter, and that belong to `partOf` where it is given, in the order of the ids. */
export async function keepFiltered(
  manager: { query<Rows>(text: string, values: unknown[]): Promise<Rows> },
  { table, ...type }: FilteredType & { table: string },
  ids: number[],
  { partOf, ...filter }: RecordFilter & { partOf?: PartOf },
): Promise<number[]> {
  const values: unknown[] = [ids];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = filterConditions(type, filter, bind);
  if (partOf) conditions.push(`${partOf[0]} = ${bind(partOf[1])}`);
  if (conditions.length === 0) return ids;
  const where = whereAll(['id = ANY($1::integer[])', ...conditions]);
  const statement = `SELECT id FROM ${table} ${where}`;
  const rows = await manager.query<{ id: number }[]>(statement, values);
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id));
}
