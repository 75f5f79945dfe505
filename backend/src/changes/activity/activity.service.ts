import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { foreignCursor, type KeysetCursor, type ReadRows } from '../../lists/page';
import { recordTypes } from '../../records/record-type';
import { asField, asFields, OPENED_AT } from '../change.dto';
import { Change } from '../change.entity';
import { ChangesService } from '../changes.service';
import { addTitles } from '../record-titles';
import type { ActivityDto, ActivityQuery } from './activity.dto';
import { readTakenBack } from './taken-back';

/** Entries of a change set among which the one about the record itself is looked for. */
const MAX_LOOKED_AT = 200;
/** Records of a change set that are counted, and entries that are read for it: all of 200,000 take 130 ms. */
export const MAX_COUNTED = 1000;
const MAX_ENTRIES = 4 * MAX_COUNTED;
/** The links between records and products. */
const LINK_KIND = 'product-link';
/** An entry tells what these columns were and what they became: their values are short. */
const TOLD_COLUMNS = ['status', 'assignee_id', 'snoozed_until'];

type Row = Omit<ActivityDto, 'at' | 'responseKind' | 'linkState'> &
  KeysetCursor & { at: Date; updated: string[]; partKind: string | null; partState: string | null };
type Counts = Pick<ActivityDto, 'records' | 'created' | 'deleted' | 'hasOtherKinds' | 'undone'>;

/** Reads the change log as people tell it: one entry for all that a request did. */
@Injectable()
export class ActivityService {
  constructor(
    @InjectRepository(Change) private readonly log: Repository<Change>,
    private readonly changes: ChangesService,
  ) {}

  /** The entries, newest first. Only the first change of each set is in the indexes that they are read by. */
  async read(query: ActivityQuery): Promise<ReadRows<Row>> {
    if (query.kind) await this.changes.expectKinds('kind', [query.kind]);
    return async ({ after, limit }) => {
      const rows = await this.readWanted(query, after, limit);
      await this.addSizes(rows);
      await addTitles(this.log, rows);
      return { rows, hasMore: rows.length === limit };
    };
  }

  serialize({ id: _id, $key: _key, at, updated, partKind, partState, ...row }: Row): ActivityDto {
    const [before, after] = [asFields(row.before, null), asFields(row.after, null)];
    const responseKind = row.kind.endsWith('-response') ? partKind : null;
    const fields = updated.filter((column) => column !== OPENED_AT).map(asField);
    const linkState = row.kind === LINK_KIND ? partState : null;
    return { ...row, at: at.toISOString(), fields, before, after, responseKind, linkState };
  }

  /** A set that begins with a deletion may be about something else: a response goes where its answer is taken back. */
  private async readWanted(query: ActivityQuery, after: KeysetCursor | null, limit: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (let position = after; ;) {
      const sets = await this.readSets(query, position, limit);
      rows.push(...sets.filter(({ operation }) => !query.operation || operation === query.operation));
      if (sets.length < limit || rows.length >= limit) return rows.slice(0, limit);
      position = sets[sets.length - 1];
    }
  }

  private async readSets(
    { kind, userId, exceptUserId, since, until, operation }: ActivityQuery,
    after: KeysetCursor | null,
    limit: number,
  ): Promise<Row[]> {
    const values: unknown[] = [];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const conditions = [kind ? `subject_kind = ${bind(kind)}` : `subject_kind = ANY (${bind(shownKinds())})`];
    if (userId) conditions.push(`user_id = ${bind(userId)}`);
    if (exceptUserId) conditions.push(`user_id IS DISTINCT FROM ${bind(exceptUserId)}`);
    if (since) conditions.push(`at >= ${bind(since.toISOString())}`);
    if (until) conditions.push(`at < ${bind(until.toISOString())}`);
    if (operation) conditions.push(`operation = ${bind(operation)}`);
    if (after)
      conditions.push(
        `(at, id) < (timestamptz 'epoch' + ${bind(microsecondsOf(after))}::bigint * interval '1 microsecond', ${bind(after.id)})`,
      );
    const columns = bind(TOLD_COLUMNS);
    const told = (values: string): string =>
      `CASE WHEN operation = 'update' THEN (SELECT json_object_agg(key, value) FROM json_each(${values}) WHERE key = ANY (${columns})) END`;
    // A response that ends the snooze of its thread stands before that.
    const statement = `WITH sets AS MATERIALIZED (
         SELECT id, change_set, at, user_id, token_name, subject_kind, subject_id FROM changes
         WHERE is_first AND ${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT ${bind(limit)})
       SELECT sets.id::float8 AS id, (extract(epoch FROM at) * 1000000)::bigint::text AS "$key", sets.change_set AS "changeSet", at,
         user_id AS "userId", token_name AS "tokenName", subject_kind AS "subjectKind", subject_id AS "subjectId",
         main.kind, main.record_id AS "recordId", main.operation, main.version, main.updated, main.status, main.before, main.after, main.part_kind AS "partKind", main.part_state AS "partState"
       FROM sets
       CROSS JOIN LATERAL (
         SELECT kind, record_id, operation, version, CASE WHEN kind <> subject_kind THEN after ->> 'kind' END AS part_kind, CASE WHEN kind <> subject_kind THEN coalesce(after, before) ->> 'state' END AS part_state, CASE WHEN operation = 'update' THEN after ->> 'status' END AS status,
           CASE WHEN operation = 'update' THEN ARRAY (SELECT json_object_keys(after)) ELSE '{}' END AS updated,
           ${told('before')} AS before, ${told('after')} AS after
         FROM (
           SELECT * FROM changes AS own
           WHERE own.subject_kind = sets.subject_kind AND own.subject_id = sets.subject_id AND own.id >= sets.id
           ORDER BY own.id LIMIT ${bind(MAX_LOOKED_AT)}) AS own
         WHERE own.change_set = sets.change_set ORDER BY own.kind <> own.subject_kind OR own.after::jsonb IS NOT DISTINCT FROM '{"snoozed_until": null}', own.id LIMIT 1) AS main
       ORDER BY at DESC, id DESC`;
    return this.log.query<Row[]>(statement, values);
  }

  private async addSizes(rows: Row[]): Promise<void> {
    const counted = await this.log.query<(Counts & { id: string; isCut: boolean })[]>(
      `SELECT given.id, size.*, size.created + size.deleted > 0 AND NOT EXISTS (
         SELECT FROM (SELECT kind, record_id, operation FROM changes WHERE change_set = given.id AND kind = subject_kind LIMIT $3) AS own
         CROSS JOIN LATERAL (
           SELECT operation FROM changes AS later
           WHERE later.subject_kind = own.kind AND later.subject_id = own.record_id AND later.kind = own.kind
           ORDER BY later.id DESC LIMIT 1) AS last
         WHERE own.operation = 'update' OR (last.operation = 'delete') = (own.operation = 'delete')) AS undone
       FROM unnest($1::uuid[]) AS given (id) CROSS JOIN LATERAL (
         SELECT count(DISTINCT (subject_kind, subject_id))::integer AS records, count(*) > $2 AS "isCut",
           count(DISTINCT subject_kind) > 1 AS "hasOtherKinds",
           (count(*) FILTER (WHERE kind = subject_kind AND operation = 'insert'))::integer AS created,
           (count(*) FILTER (WHERE kind = subject_kind AND operation = 'delete'))::integer AS deleted
         FROM (SELECT kind, subject_kind, subject_id, operation FROM changes WHERE change_set = given.id LIMIT $2 + 1) AS own) AS size`,
      [rows.map(({ changeSet }) => changeSet), MAX_ENTRIES, MAX_COUNTED],
    );
    const sizes = new Map(counted.map(({ id, ...counts }) => [id, counts]));
    const ofOne = { records: 1, created: 0, deleted: 0, isCut: false, hasOtherKinds: false, undone: false };
    for (const row of rows) {
      const { isCut, hasOtherKinds, undone, ...counts } = sizes.get(row.changeSet) ?? ofOne;
      const isExact = counts.records <= MAX_COUNTED && !isCut;
      const [records, created, deleted] = [counts.records, counts.created, counts.deleted].map((count) =>
        Math.min(count, MAX_COUNTED),
      );
      Object.assign(row, { records, created, deleted, isExact, hasOtherKinds, undone });
    }
    const changed = rows.filter(({ created, deleted }) => created + deleted === 0);
    const takenBack = await readTakenBack(
      this.log,
      changed.map(({ changeSet }) => changeSet),
    );
    for (const row of changed) row.undone = takenBack.has(row.changeSet);
  }
}

/** Tables that are only logged, such as webhooks, are no records of the staff. */
function shownKinds(): string[] {
  return recordTypes().map(({ kind }) => kind);
}

/** The time in a cursor of this list, microseconds since 1970. */
function microsecondsOf({ $key }: KeysetCursor): string {
  if ($key !== undefined && /^[0-9]{1,16}$/.test($key)) return $key;
  throw foreignCursor();
}
