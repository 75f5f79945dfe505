import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type { ReadRows } from '../lists/read-rows';
import { Accounts } from './accounts';
import { ChangeDto, readCursor, writeCursor, type ChangesDto, type ChangesQuery } from './change.dto';
import { Change } from './change.entity';
import { ChangeNotifier } from '../records/change-notifier';

const DEFAULT_LIMIT = 100;

/** Which entries are wanted; all unless given. */
export interface ChangeFilter {
  kinds?: string[] | null;
  operations?: string[] | null;
}

/** Reads the change log. */
@Injectable()
export class ChangesService {
  constructor(
    @InjectRepository(Change) private readonly changes: Repository<Change>,
    private readonly notifier: ChangeNotifier,
    private readonly accounts: Accounts,
  ) {}

  /** Part of the feed; with `wait` it waits for the next change where there is none, until `signal` says that nobody listens. */
  async read(query: ChangesQuery, signal: AbortSignal): Promise<ChangesDto> {
    if (query.order === 'newest') return this.backwards(query);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const until = Date.now() + (query.wait ?? 0) * 1000;
    for (let after = readCursor(query.after) ?? 0; ;) {
      const { safe } = await this.notifier.horizon();
      const changes = await this.entries(after, safe, limit, filterOf(query));
      after = changes.length === limit ? changes[limit - 1].id : Math.max(after, safe);
      const left = until - Date.now();
      if (changes.length > 0 || left <= 0 || signal.aborted || this.notifier.closed)
        return { changes: await this.serialize(changes), cursor: writeCursor(after) };
      await this.notifier.appendedBeyond(after, { ms: left, signal });
    }
  }

  /** The entries after one number up to another, oldest first; only of these kinds and operations, where they are given. */
  entries(after: number, safe: number, limit: number, filter: ChangeFilter = {}): Promise<Change[]> {
    return this.select(filter, limit)
      .andWhere('change.id > :after AND change.id <= :safe', { after, safe })
      .orderBy('change.id')
      .getMany();
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
    const emails = await this.accounts.emailsOf(changes.flatMap(({ userId }) => userId ?? []));
    return changes.map((change) => ChangeDto.from(change, emails.get(change.userId ?? 0) ?? null));
  }

  private async backwards(query: ChangesQuery): Promise<ChangesDto> {
    const { safe } = await this.notifier.horizon();
    const before = query.after === undefined ? safe + 1 : (readCursor(query.after) ?? 0);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const changes = await this.select(filterOf(query), limit)
      .andWhere('change.id < :before AND change.id <= :safe', { before, safe })
      .orderBy('change.id', 'DESC')
      .getMany();
    const end = changes.length === limit ? changes[limit - 1].id : 0;
    return { changes: await this.serialize(changes), cursor: writeCursor(end) };
  }

  private select({ kinds, operations }: ChangeFilter, limit: number): SelectQueryBuilder<Change> {
    const query = this.changes.createQueryBuilder('change').limit(limit);
    if (kinds) query.andWhere('change.kind = ANY(:kinds)', { kinds });
    if (operations) query.andWhere('change.operation = ANY(:operations)', { operations });
    return query;
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

function filterOf({ kind, operation }: ChangesQuery): ChangeFilter {
  return { kinds: kind === undefined ? null : [kind], operations: operation && [operation] };
}
