import { whereAll, type Bind } from '../search/text-filter';

/** What narrows a list: the same in a list, its search, its count and its export. All of it holds at once. */
export interface RecordFilter {
  /** One status, or any of several. */
  status?: string | string[];
  assignee?: number | 'me' | 'none';
  /** Whom `me` means. */
  userId?: number;
  /** All of these tags. */
  tag?: number[];
  /** What is linked to any of these products. */
  product?: number[];
  /** From a time on, and before another. */
  createdFrom?: Date;
  createdTo?: Date;
  waitingFrom?: Date;
  waitingTo?: Date;
  waiting?: boolean;
  /** Whether it is put off to a time to come. */
  snoozed?: boolean;
  hasImages?: boolean;
  /** An extra field with exactly this value. */
  field?: ExtraField;
}

/** The column that names the record to which rows belong, and its number. */
export type PartOf = [column: string, id: number];

export interface ExtraField {
  name: string;
  value: string;
}

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

type Condition = (filter: RecordFilter, bind: Bind, type: FilteredType) => string | null;

/** SQL of a filter that is given. */
function given<Name extends keyof RecordFilter>(
  name: Name,
  sql: (value: NonNullable<RecordFilter[Name]>, bind: Bind, type: FilteredType, filter: RecordFilter) => string,
): Condition {
  return (filter, bind, type) => {
    const value = filter[name];
    return value === undefined || value === null ? null : sql(value, bind, type, filter);
  };
}

/** An index that leaves rows out is only used where the query says that it wants none of them, hence the second halves. */
const CONDITIONS = [
  given('status', (status, bind) => {
    const [first, ...others] = [status].flat();
    return others.length === 0 ? `status = ${bind(first)}` : `status::text = ANY(${bind(status)}::text[])`;
  }),
  given('assignee', (assignee, bind, _type, { userId }) =>
    assignee === 'none'
      ? 'assignee_id IS NULL'
      : `assignee_id = ${bind(assignee === 'me' ? (userId ?? null) : assignee)}::integer`,
  ),
  given('tag', (tags, bind) => `tag_ids @> ${bind(tags)}::integer[] AND tag_ids <> '{}'`),
  given('product', (products, bind, { kind }) =>
    linkedRecords ? `id IN (${linkedRecords(bind(kind), bind(products))})` : 'false',
  ),
  given('createdFrom', (time, bind) => `created_at >= ${bind(time)}::timestamptz`),
  given('createdTo', (time, bind) => `created_at < ${bind(time)}::timestamptz`),
  given('waitingFrom', (time, bind) => `waiting_since >= ${bind(time)}::timestamptz`),
  given('waitingTo', (time, bind) => `waiting_since < ${bind(time)}::timestamptz`),
  given('waiting', (isWaiting) => `waiting_since IS ${isWaiting ? 'NOT NULL' : 'NULL'}`),
  given('snoozed', (isSnoozed) => (isSnoozed ? 'snoozed_until > now()' : 'coalesce(snoozed_until <= now(), true)')),
  given('hasImages', (hasImages, _bind, { images }) => {
    if (!images) return hasImages ? 'false' : 'true';
    return hasImages ? "images <> '[]'" : "images = '[]'";
  }),
  // The index over the texts holds the values too.
  given(
    'field',
    ({ name, value }, bind) =>
      `extra_fields ->> ${bind(name)}::text = ${bind(value)}::text AND search_text LIKE like_pattern(${bind(value)}::text)`,
  ),
];

/** The conditions in SQL, for the table of a kind, whose columns they name without the table. */
export function filterConditions(type: FilteredType, filter: RecordFilter, bind: Bind): string[] {
  return CONDITIONS.flatMap((condition) => condition(filter, bind, type) ?? []);
}

/** Whether the time of creation is filtered: the newest are then those created last, since an index is in that order. */
export function isByCreation({ createdFrom, createdTo }: RecordFilter): boolean {
  return createdFrom !== undefined || createdTo !== undefined;
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
