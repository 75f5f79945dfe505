import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { ReadRows } from '../lists/read-rows';
import { ChangeDto, readCursor, writeCursor, type ChangesDto, type ChangesQuery } from './change.dto';
import { Change } from './change.entity';
import { ChangeNotifier } from '../records/change-notifier';

const DEFAULT_LIMIT = 100;

/** Which entries are wanted; null for all. */
export interface ChangeFilter {
  kinds?: string[] | null;
  operations?: string[] | null;
}

/** Reads the change log. */
@Injectable()
export class ChangesService {
  /** By user; they do not change. */
  private readonly emails = new Map<number, string>();

  constructor(
    @InjectRepository(Change) private readonly changes: Repository<Change>,
    private readonly notifier: ChangeNotifier,
  ) {}

  /** Part of the feed; with `wait` it waits for the next change where there is none, until `signal` says that nobody listens. */
  async read(query: ChangesQuery, signal: AbortSignal): Promise<ChangesDto> {
    if (query.order === 'newest') return this.backwards(query);
    const until = Date.now() + (query.wait ?? 0) * 1000;
    for (let after = readCursor(query.after) ?? 0; ;) {
      const { safe } = await this.notifier.horizon();
      const { changes, end } = await this.between({ after, safe, query });
      const left = until - Date.now();
      if (changes.length > 0 || left <= 0 || signal.aborted || this.notifier.closed)
        return { changes: await this.serialize(changes), cursor: writeCursor(end) };
      after = end;
      await this.notifier.appendedBeyond(after, { ms: left, signal });
    }
  }

  /** The entries after one number up to another, oldest first; only of these kinds and operations, where they are given. */
  async entries(
    after: number,
    safe: number,
    limit: number,
    { kinds = null, operations = null }: ChangeFilter = {},
  ): Promise<Change[]> {
    const found = this.changes
      .createQueryBuilder('change')
      .where('change.id > :after AND change.id <= :safe', { after, safe })
      .orderBy('change.id')
      .limit(limit);
    if (kinds) found.andWhere('change.kind = ANY(:kinds)', { kinds });
    if (operations) found.andWhere('change.operation = ANY(:operations)', { operations });
    return found.getMany();
  }

  /** Reads the history of a record and its parts, newest first; 404 for one that has none. */
  async history(kind: string, id: number): Promise<ReadRows<Change>> {
    const subjectKind = await this.kindAt(kind);
    if (!(await this.changes.existsBy({ subjectKind, subjectId: id })))
      throw new NotFoundException('There is no such record');
    return ({ after, limit }) => {
      const query = this.changes
        .createQueryBuilder('change')
        .where({ subjectKind, subjectId: id })
        .orderBy('change.id', 'DESC')
        .limit(limit);
      if (after) query.andWhere('change.id < :id', { id: after.id });
      return query.getMany();
    };
  }

  /** Entries as they are answered, with the users' e-mail addresses. */
  async serialize(changes: Change[]): Promise<ChangeDto[]> {
    const unknown = [...new Set(changes.map(({ userId }) => userId))].filter(
      (id) => id !== null && !this.emails.has(id),
    );
    if (unknown.length > 0) {
      const users = await this.changes.query<{ id: number; email: string }[]>(
        'SELECT id, email FROM users WHERE id = ANY($1)',
        [unknown],
      );
      for (const { id, email } of users) this.emails.set(id, email);
    }
    return changes.map((change) => ChangeDto.from(change, this.emails.get(change.userId ?? 0) ?? null));
  }

  private async between({
    after,
    safe,
    query,
  }: {
    after: number;
    safe: number;
    query: ChangesQuery;
  }): Promise<{ changes: Change[]; end: number }> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const found = this.changes
      .createQueryBuilder('change')
      .where('change.id > :after AND change.id <= :safe', { after, safe })
      .orderBy('change.id')
      .limit(limit);
    const changes = await this.filtered(found, query).getMany();
    const last = changes.at(-1);
    return { changes, end: last && changes.length === limit ? last.id : Math.max(after, safe) };
  }

  private async backwards(query: ChangesQuery): Promise<ChangesDto> {
    const { safe } = await this.notifier.horizon();
    const before = query.after === undefined ? safe + 1 : (readCursor(query.after) ?? 0);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const found = this.changes
      .createQueryBuilder('change')
      .where('change.id < :before AND change.id <= :safe', { before, safe })
      .orderBy('change.id', 'DESC')
      .limit(limit);
    const changes = await this.filtered(found, query).getMany();
    return {
      changes: await this.serialize(changes),
      cursor: writeCursor(changes.length === limit ? changes[limit - 1].id : 0),
    };
  }

  private filtered<Q extends ReturnType<Repository<Change>['createQueryBuilder']>>(
    found: Q,
    { kind, operation }: ChangesQuery,
  ): Q {
    if (kind !== undefined) found.andWhere('change.kind = :kind', { kind });
    if (operation !== undefined) found.andWhere('change.operation = :operation', { operation });
    return found;
  }

  private async kindAt(path: string): Promise<string> {
    const [row] = await this.changes.query<{ kind: string }[]>(
      'SELECT kind FROM record_types WHERE path = $1 OR kind = $1',
      [path],
    );
    if (!row) throw new NotFoundException('There is no such kind of record');
    return row.kind;
  }
}
