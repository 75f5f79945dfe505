import type { EntityManager } from 'typeorm';
import { hashOf, readStoredHashes, withoutSampleHost } from '../../images/image-reference';
import { OPENED_AT } from '../change.dto';

/** Records read or written in one statement. */
const BATCH = 500;
/** The columns of a row as the text of their JSON: no number is rounded and no field of an object moves. */
export type Texts = Record<string, string>;

/** A table that has a history. */
export interface Kind {
  table: string;
  /** The fields that can be written. */
  columns: string[];
  /** Tables of its parts. */
  parts: { kind: string; table: string; column: string }[];
}

/** What the change set did to one record, all in all, and what becomes of the record. */
export interface RecordRevert {
  kind: string;
  recordId: number;
  /** The columns that it changed, before and after; null where there was no record. */
  before: Texts | null;
  after: Texts | null;
  /** The record now. */
  now: Texts | null;
  version: number;
  /** What becomes of it: some columns go back, it goes, it comes back as it was, or as it was when somebody else deleted it. */
  action: Set<string> | 'delete' | 'recreate' | 'restore';
}

/** Without the host of sample photos, so that entries from before they lost it agree with the records. */
export function withSamplePaths<T extends Texts | null>(row: T): T {
  if (!row?.images?.includes('/stock-photos/')) return row;
  return { ...row, images: asLogged((JSON.parse(row.images) as string[]).map(withoutSampleHost)) };
}

/** What records have in common that are written by the same statement; what comes back as it was later is on its own. */
function samenessOf({ kind, action, before }: RecordRevert): string | null {
  if (action instanceof Set) return `${kind} ${[...action].sort().join()}`;
  if (action === 'recreate')
    return `${kind} * ${Object.keys(before as Texts)
      .sort()
      .join()}`;
  return action === 'delete' ? kind : null;
}

/** Neighbours that can be dealt with at once. */
export function batches(
  cases: RecordRevert[],
  sameness: (one: RecordRevert) => string | null = samenessOf,
): RecordRevert[][] {
  const runs: RecordRevert[][] = [];
  let last: string | null = null;
  for (const one of cases) {
    const sort = sameness(one);
    const run = runs.at(-1);
    if (run && sort !== null && sort === last && run.length < BATCH) run.push(one);
    else runs.push([one]);
    last = sort;
  }
  return runs;
}

/** Reads the records as they are now, and holds them, in one order for all: two reverts cannot wait for each other. */
export async function lockRecords(
  manager: EntityManager,
  tableOf: (kind: string) => string,
  records: Map<string, RecordRevert>,
): Promise<void> {
  const inOrder = [...records.values()].sort((a, b) =>
    a.kind === b.kind ? a.recordId - b.recordId : a.kind < b.kind ? -1 : 1,
  );
  for (const batch of batches(inOrder, ({ kind }) => kind)) {
    const [{ kind }] = batch;
    const found = await manager.query<{ id: number; now: Texts; version: number }[]>(
      `SELECT id, ${texts('row_as_logged(row_to_json(t), t.tableoid)')} AS now, version FROM ${quoted(tableOf(kind))} AS t WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
      [batch.map(({ recordId }) => recordId)],
    );
    for (const { id, now, version } of found)
      Object.assign(records.get(keyOf(kind, id)) as RecordRevert, { now: withSamplePaths(now), version });
  }
}

/** The column of the tags of a thread. */
export const TAGS = 'tag_ids';

/** What a record was when it was deleted last. */
export async function readLastDeletion(
  manager: EntityManager,
  { kind, recordId }: RecordRevert,
): Promise<{ before: Texts }> {
  const [last] = await manager.query<{ before: Texts }[]>(
    `SELECT ${texts('before')} AS before FROM changes WHERE operation = 'delete' AND kind = $1 AND record_id = $2 ORDER BY id DESC LIMIT 1`,
    [kind, recordId],
  );
  const [before] = await withoutPurgedImages(manager, [withSamplePaths(last.before)]);
  return { before };
}

/** When a record was deleted last: by which change set, and its version then. */
export interface LastDeletion {
  changeSet: string;
  version: number;
  /** What it said of who made it and who sees it, in a kind that has that. */
  created_by_id: string | null;
  is_shared: string | null;
}

/** The last deletions of records that are gone, from an entry on: of all of a kind at once, as each alone would read the log again. */
export async function readLastDeletions(
  manager: EntityManager,
  records: RecordRevert[],
  firstEntry: string,
): Promise<Map<string, LastDeletion>> {
  const deletions = new Map<string, LastDeletion>();
  for (const kind of new Set(records.map((one) => one.kind))) {
    const ids = records.filter((one) => one.kind === kind).map(({ recordId }) => recordId);
    const rows = await manager.query<(LastDeletion & { id: number })[]>(
      `SELECT DISTINCT ON (record_id) record_id AS id, version, change_set AS "changeSet",
         before ->> 'created_by_id' AS created_by_id, before ->> 'is_shared' AS is_shared FROM changes
       WHERE operation = 'delete' AND kind = $1 AND id >= $2 AND record_id = ANY($3) ORDER BY record_id, changes.id DESC`,
      [kind, firstEntry, ids],
    );
    for (const { id, ...deletion } of rows) deletions.set(keyOf(kind, id), deletion);
  }
  return deletions;
}

/** Lets records come back without the images whose bytes `npm run purge` has removed. */
export async function leaveOutPurgedImages(manager: EntityManager, records: RecordRevert[]): Promise<void> {
  const changed = records.filter(({ before }) => before);
  const rows = await withoutPurgedImages(
    manager,
    changed.map(({ before }) => before as Texts),
  );
  changed.forEach((one, index) => (one.before = rows[index]));
}

async function withoutPurgedImages(manager: EntityManager, rows: Texts[]): Promise<Texts[]> {
  const named = rows.map(({ images }) => (images?.includes('"data:') ? (JSON.parse(images) as string[]) : []));
  const hashes = [...new Set(named.flat().map(hashOf))].filter((hash) => hash !== null);
  if (hashes.length === 0) return rows;
  const stored = await readStoredHashes(manager, hashes);
  const isThere = (image: string): boolean => stored.has(hashOf(image) ?? '') || hashOf(image) === null;
  return rows.map((row, index) =>
    named[index].every(isThere) ? row : { ...row, images: asLogged(named[index].filter(isThere)) },
  );
}

/** A list as the log writes it, so that equal ones are the same text. */
function asLogged(list: string[]): string {
  return `[${list.map((one) => JSON.stringify(one)).join(', ')}]`;
}

/** Tags are a set: what others added or took away since stays so, and is no conflict. */
export function keepOtherTags(one: RecordRevert): void {
  const { before, after, now } = one;
  if (!before?.[TAGS] || !after?.[TAGS] || !now || now[TAGS] === after[TAGS]) return;
  const [was, became, is] = [before, after, now].map((row) => JSON.parse(row[TAGS]) as number[]);
  const kept = is.filter((id) => was.includes(id) || !became.includes(id));
  const back = was.filter((id) => !became.includes(id) && !is.includes(id));
  one.before = { ...before, [TAGS]: JSON.stringify([...kept, ...back]) };
  one.after = { ...after, [TAGS]: now[TAGS] };
}

export async function readKinds(manager: EntityManager): Promise<Map<string, Kind>> {
  const rows = await manager.query<
    { kind: string; table_name: string; parent_kind: string | null; parent_column: string; columns: string[] | null }[]
  >(
    `SELECT record_types.*, (
       SELECT json_agg(attname) FROM pg_attribute
       WHERE attrelid = to_regclass(format('%I', table_name)) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('version', 'search_text', 'waiting_since')
     ) AS columns FROM record_types`,
  );
  const there = rows.filter(({ columns }) => columns !== null);
  return new Map(
    there.map(({ kind, table_name: table, columns }) => {
      const parts = there
        .filter(({ parent_kind }) => parent_kind === kind)
        .map((part) => ({ kind: part.kind, table: part.table_name, column: part.parent_column }));
      return [kind, { table, columns: columns ?? [], parts }];
    }),
  );
}

/** Whether a part leaves its record, which `column` names. */
export function leaves(action: RecordRevert['action'] | undefined, column: string): boolean {
  return action === 'delete' || (action instanceof Set && action.has(column));
}

export function keyOf(kind: string, recordId: number): string {
  return `${kind} ${recordId}`;
}

/** SQL for the `Texts` of a JSON object. */
export function texts(json: string): string {
  return `(SELECT json_object_agg(key, value::text) FROM json_each(${json}))`;
}

export function asJson(row: Texts, columns: string[]): string {
  return `{${columns.map((column) => `${JSON.stringify(column)}:${row[column]}`).join()}}`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A status that stays keeps the time of its own opening. */
export function keepOpening(columns: Set<string>): Set<string> {
  if (!columns.has('status')) columns.delete(OPENED_AT);
  return columns;
}
