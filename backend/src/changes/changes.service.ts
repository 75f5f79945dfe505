import { Injectable, NotFoundException, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { fieldProblem } from '../http/field-problem';
import { columnNames, readColumns } from '../database/prepared-statement';
import { isFull, limitBytes, sizeColumn } from '../database/limit-bytes';
import type { Page, ReadRows } from '../lists/page';
import { Accounts } from './accounts';
import { hasCustomerResponse, readAuthors, readChanged } from './authors';
import {
  ChangeDto,
  NOT_OF_THIS_FEED,
  NOW,
  readCursor,
  writeCursor,
  type ChangesDto,
  type ChangesQuery,
} from './change.dto';
import { Change } from './change.entity';
import { ChangeNotifier } from '../records/change-notifier';
import { timeColumns } from './time-columns';

const DEFAULT_LIMIT = 100;
/** The most numbers of the log that a statement looks through for a kind: no index has all of them. */
export const MAX_SCANNED = 10_000;
/** How long a request looks for its first change; then its cursor says how far it got. */
const MAX_SEARCH_MS = 5000;

/** Which entries are wanted; all unless given. */
export interface ChangeFilter {
  kinds?: string[] | null;
  /** A kind that is not wanted. */
  exceptKind?: string;
  operations?: string[] | null;
}

interface PageOptions {
  /** `MAX_READ_BYTES` unless given. */
  maxBytes?: number;
  /** Without the fields of the record. */
  isBrief?: boolean;
}

/** Who waits for changes. */
interface Listener {
  /** Aborted when nobody listens any more. */
  signal: AbortSignal;
  /** The session, or `token 7`. */
  credential: string;
}

interface FeedPage {
  changes: ChangeDto[];
  /** The number up to which they are complete. */
  until: number;
}

/** Reads the change log. */
@Injectable()
export class ChangesService {
  private readonly reading = new Map<string, Promise<FeedPage>>();

  constructor(
    @InjectRepository(Change) private readonly changes: Repository<Change>,
    private readonly notifier: ChangeNotifier,
    private readonly accounts: Accounts,
  ) {}

  /** Part of the feed; with `wait` it waits for the next change where there is none. 401 for a listener who was signed out during the wait. */
  async read(query: ChangesQuery, { signal, credential }: Listener): Promise<ChangesDto> {
    await this.expectKinds('kind', filterOf(query).kinds);
    if (query.order === 'newest') return this.backwards(query, signal);
    const searchUntil = Date.now() + MAX_SEARCH_MS;
    const until = Date.now() + (query.wait ?? 0) * 1000;
    let hasWaited = false;
    for (let after = query.after === NOW ? null : (readCursor(query.after) ?? 0); ;) {
      const { safe, newest } = await this.notifier.horizon();
      after ??= safe;
      // It is of another database, or of this one before a backup was restored: what comes up to there would be missed.
      if (after > newest) throw fieldProblem('after', NOT_OF_THIS_FEED);
      const next = Math.min(safe, after + scannedFor(query));
      const { changes, until: end } = await this.readOnce(after, next, query.limit, filterOf(query));
      after = Math.max(after, end);
      const left = (after < safe ? Math.max(until, searchUntil) : until) - Date.now();
      // The guard asked when the request came, which may be half a minute ago.
      if (changes.length > 0 && hasWaited && !(await this.accounts.stillValid([credential])).has(credential))
        throw new UnauthorizedException('Sign in first');
      if (changes.length > 0 || left <= 0 || signal.aborted || this.notifier.closed)
        return { changes, cursor: writeCursor(after) };
      if (after < safe) continue;
      hasWaited = true;
      await this.notifier.appendedBeyond(after, { ms: left, signal });
    }
  }

  /**
   * The entries after one number up to another, oldest first, and the number up to which they are complete; only of these
   * kinds and operations, where they are given. Ends earlier where they are more than `maxBytes`.
   */
  async entries(
    after: number,
    safe: number,
    limit: number,
    { maxBytes, isBrief, ...filter }: ChangeFilter & PageOptions = {},
  ): Promise<{ changes: Change[]; until: number }> {
    const { rows, hasMore } = await this.page(
      { conditions: ['id > $1', 'id <= $2'], values: [after, safe], filter },
      { order: 'id', limit, maxBytes, isBrief },
    );
    return { changes: rows, until: hasMore ? rows[rows.length - 1].id : safe };
  }

  /** Expects that the log has these kinds, or null for all; else 400 with a list of them. Modules add some, so the document lists none. */
  async expectKinds(field: string, given?: readonly string[] | null): Promise<void> {
    if (!given) return;
    const [{ kinds }] = await this.changes.query<{ kinds: string[] }[]>(
      'SELECT array_agg(kind ORDER BY kind) AS kinds FROM record_types',
    );
    const unknown = given.find((kind) => !kinds.includes(kind));
    if (unknown === undefined) return;
    throw fieldProblem(field, `There is no kind of record named ${unknown}. The kinds are ${kinds.join(', ')}`);
  }

  /** How many entries there are after one number up to another; at most `limit` are counted. */
  async count(after: number, safe: number, limit: number): Promise<number> {
    const [{ count }] = await this.changes.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM (SELECT FROM changes WHERE id > $1 AND id <= $2 LIMIT $3) AS found',
      [after, safe, limit],
    );
    return count;
  }

  /** Whether a change set has more than `count` entries. */
  async hasMoreThan(count: number, changeSet: string): Promise<boolean> {
    const found = await this.changes.query<object[]>('SELECT FROM changes WHERE change_set = $1 OFFSET $2 LIMIT 1', [
      changeSet,
      count,
    ]);
    return found.length > 0;
  }

  /** Whether a change set adds what the customer wrote to a record. */
  hasCustomerResponse(changeSet: string, kind: string, id: number): Promise<boolean> {
    return hasCustomerResponse(this.changes, [changeSet, kind, id]);
  }

  /** Who made the first or the last thousand changes of a record and its responses before an entry of the log. */
  authorsOf(kind: string, id: number, before: number): Promise<number[]> {
    return readAuthors(this.changes, [kind, id, before]);
  }

  /** Which of these records or their responses others than a user changed after an entry of the log, given for each. */
  changedSince(kind: string, seen: ReadonlyMap<number, number>, userId: number): Promise<number[]> {
    return readChanged(this.changes, [kind, [...seen.keys()], [...seen.values()], userId]);
  }

  /** Reads the history of a record and its parts, newest first; 404 for one that has none. */
  async history(kind: string, id: number): Promise<ReadRows<Change>> {
    const subjectKind = await this.kindOfExisting(kind, id);
    const conditions = ['subject_kind = $1', 'subject_id = $2', 'id < coalesce($3, 9223372036854775807)'];
    return ({ after, limit }) =>
      this.page({ conditions, values: [subjectKind, id, after?.id ?? null] }, { order: 'id DESC', limit });
  }

  /** Entries as they are answered, with the users' e-mail addresses. */
  async serialize(changes: Change[]): Promise<ChangeDto[]> {
    const emails = await this.accounts.emailsOf(changes.flatMap(({ userId }) => userId ?? []));
    const source = this.changes.manager.connection;
    return changes.map((change) =>
      ChangeDto.from(change, {
        userEmail: emails.get(change.userId ?? 0) ?? null,
        times: timeColumns(source, change.kind),
      }),
    );
  }

  private async backwards(query: ChangesQuery, signal: AbortSignal): Promise<ChangesDto> {
    const { safe } = await this.notifier.horizon();
    const searchUntil = Date.now() + MAX_SEARCH_MS;
    const given = query.after === undefined || query.after === NOW ? null : (readCursor(query.after) ?? 0);
    for (let before = Math.min(safe + 1, given ?? Infinity); ;) {
      const from = Math.max(0, before - scannedFor(query));
      const { rows, hasMore } = await this.page(
        { conditions: ['id < $1', 'id >= $2'], values: [before, from], filter: filterOf(query) },
        { order: 'id DESC', limit: query.limit ?? DEFAULT_LIMIT },
      );
      before = hasMore ? rows[rows.length - 1].id : from;
      if (rows.length > 0 || before === 0 || Date.now() > searchUntil || signal.aborted)
        return { changes: await this.serialize(rows), cursor: writeCursor(before) };
    }
  }

  /** Many who wait at the same position read at the same time: one reads for all. */
  private readOnce(after: number, safe: number, limit = DEFAULT_LIMIT, filter: ChangeFilter = {}): Promise<FeedPage> {
    const key = JSON.stringify([after, safe, limit, filter]);
    const readPage = async (): Promise<FeedPage> => {
      const { changes, until } = await this.entries(after, safe, limit, filter);
      return { changes: await this.serialize(changes), until };
    };
    const read = this.reading.get(key) ?? readPage();
    this.reading.set(key, read);
    return read.finally(() => this.reading.delete(key));
  }

  private async page(
    { conditions, values, filter = {} }: { conditions: string[]; values: unknown[]; filter?: ChangeFilter },
    { order, limit, maxBytes, isBrief }: PageOptions & { order: string; limit: number },
  ): Promise<Page<Change>> {
    const columns = this.changes.metadata.columns.filter(({ type }) => !isBrief || type !== 'json');
    const where = [...conditions];
    const parameters = [...values];
    for (const [column, wanted] of [
      ['kind', filter.kinds],
      ['operation', filter.operations],
    ] as const)
      if (wanted) where.push(`${column} = ANY($${parameters.push(wanted)})`);
    if (filter.exceptKind) where.push(`kind <> $${parameters.push(filter.exceptKind)}`);
    const statement = `
      SELECT ${readColumns({ columns })}${sizeColumn({ columns }, limit, maxBytes)} FROM changes
      WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT $${parameters.push(limit)}`;
    const rows = await this.changes.query<Change[]>(
      limitBytes(statement, { names: columnNames({ columns }), order: `ORDER BY ${order}`, limit, maxBytes }),
      parameters,
    );
    // A bigint comes as text.
    for (const row of rows) row.id = Number(row.id);
    return { rows, hasMore: isFull(rows, limit) };
  }

  /** The kind of a record at an address such as `problems`; 404 for a record that there never was. */
  async kindOfExisting(path: string, subjectId: number): Promise<string> {
    const [type] = await this.changes.query<{ kind: string }[]>(
      'SELECT kind FROM record_types WHERE path = $1 OR kind = $1',
      [path],
    );
    if (!type) throw new NotFoundException('There is no such kind of record');
    if (!(await this.changes.existsBy({ subjectKind: type.kind, subjectId })))
      throw new NotFoundException('There is no such record');
    return type.kind;
  }
}

// Without a filter a page ends where it is full.
const scannedFor = ({ kind, operation }: ChangesQuery): number => ((kind ?? operation) ? MAX_SCANNED : Infinity);

function filterOf({ kind, operation }: ChangesQuery): ChangeFilter {
  return { kinds: kind === undefined ? null : [kind], operations: operation && [operation] };
}
