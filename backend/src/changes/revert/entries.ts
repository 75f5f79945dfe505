import { PayloadTooLargeException } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import type { EntityManager } from 'typeorm';
import { Turn } from '../../http/budgets/turn';
import type { ChangeOperation } from '../change.entity';
import { keyOf, texts, withSamplePaths, type RecordRevert, type Texts } from './record-revert';
import type { RevertedRecordDto } from './revert.dto';

/** Entries read in one statement. */
const BATCH = 500;
/** All entries of a change set are held at once, with the records as they are now: in memory they take several times this. */
const MAX_BYTES = getHeapStatistics().heap_size_limit / 16;

/** What a change did to one record: to it, to its parts, and to what goes with it when it is deleted, such as its links. */
const OF_RECORD = `($2::text IS NULL OR (subject_kind = $2 AND subject_id = $3) OR EXISTS (
  SELECT FROM unnest($4::text[], $5::text[]) AS reference (kind, column_name)
  WHERE reference.kind = changes.kind AND coalesce(after, before) ->> column_name = $3::text))`;
const BYTES = `
  SELECT coalesce(sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)), 0)::float8 AS bytes
  FROM changes WHERE change_set = $1 AND ${OF_RECORD}`;
const ENTRIES = `
  SELECT id, kind, record_id AS "recordId", operation, ${texts('before')} AS before, ${texts('after')} AS after
  FROM changes WHERE change_set = $1`;
const OLDEST_ENTRIES = `${ENTRIES} AND ${OF_RECORD} AND id > $6 ORDER BY id LIMIT $7`;
const NEWEST_ENTRIES = `${ENTRIES} AND id < $2 ORDER BY id DESC LIMIT $3`;

/** The kinds whose records PostgreSQL deletes together with a record of kind $1, and the columns that name it. */
const DELETED_WITH = `
  SELECT part.kind, attname AS column FROM record_types AS part, record_types AS named, pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
  WHERE named.kind = $1 AND contype = 'f' AND confdeltype = 'c'
    AND conrelid = to_regclass(format('%I', part.table_name)) AND confrelid = to_regclass(format('%I', named.table_name))`;

export interface Entry {
  id: number;
  kind: string;
  recordId: number;
  operation: ChangeOperation;
  before: Texts | null;
  after: Texts | null;
}

/** A page of the newest entries of a change set: so many below a number. */
export interface EntryPage {
  before: string;
  limit: number;
}

/** Which entries of a change set are taken back; all without. */
export interface EntrySelection {
  page?: EntryPage;
  /** Only what was done to this record. */
  only?: RevertedRecordDto;
}

/** The selected entries of a change set, oldest first, read some hundred at a time: there may be very many. */
export async function readEntries(
  manager: EntityManager,
  changeSet: string,
  { page, only }: EntrySelection,
): Promise<Entry[]> {
  if (page) return (await readPage(manager, changeSet, page)).reverse();
  const references = only ? await manager.query<{ kind: string; column: string }[]>(DELETED_WITH, [only.kind]) : [];
  const values = [
    changeSet,
    only?.kind ?? null,
    only?.recordId ?? null,
    references.map(({ kind }) => kind),
    references.map(({ column }) => column),
  ];
  const [{ bytes }] = await manager.query<{ bytes: number }[]>(BYTES, values);
  if (bytes > MAX_BYTES)
    throw new PayloadTooLargeException('This change is too large to be taken back at once: give the app more memory');
  const entries: Entry[] = [];
  for (;;) {
    const batch = await manager.query<Entry[]>(OLDEST_ENTRIES, [...values, entries.at(-1)?.id ?? 0, BATCH]);
    entries.push(...batch.map(withSampleImages));
    if (batch.length < BATCH) return entries;
  }
}

const withSampleImages = (one: Entry): Entry => ({
  ...one,
  before: withSamplePaths(one.before),
  after: withSamplePaths(one.after),
});

async function readPage(manager: EntityManager, changeSet: string, { before, limit }: EntryPage): Promise<Entry[]> {
  return (await manager.query<Entry[]>(NEWEST_ENTRIES, [changeSet, before, limit])).map(withSampleImages);
}

/** What the entries, oldest first, come to, in the order of each record's first. */
export async function foldEntries(entries: Entry[]): Promise<Map<string, RecordRevert>> {
  const cases = new Map<string, RecordRevert>();
  const turn = new Turn();
  for (const { kind, recordId, ...entry } of entries) {
    if (turn.isOver) await turn.yield();
    const key = keyOf(kind, recordId);
    const one = cases.get(key);
    const before = one ? one.before && { ...entry.before, ...one.before } : entry.before;
    const after = entry.after && { ...one?.after, ...entry.after };
    cases.set(key, { kind, recordId, before, after, now: null, version: 0, action: new Set() });
  }
  return cases;
}
