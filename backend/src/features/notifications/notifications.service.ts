import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Change } from '../../changes/change.entity';
import { ChangesService } from '../../changes/changes.service';
import { NOTIFICATIONS_EVENT } from '../../changes/events/event-texts';
import { EventsService } from '../../changes/events/events.service';
import { addTitles } from '../../changes/record-titles';
import { fieldProblem } from '../../http/field-problem';
import type { ReadRows } from '../../lists/page';
import { ChangeNotifier } from '../../records/change-notifier';
import type { NotificationsQuery, ReadNotificationsDto } from './notification.dto';
import { Notification, RecordWatch } from './notification.entity';

type Row = Notification & { title: string | null };

/** What a person reads of their notifications, and which records they watch and have seen. */
@Injectable()
export class NotificationsService {
  constructor(
    @InjectRepository(Notification) private readonly notifications: Repository<Notification>,
    @InjectRepository(RecordWatch) private readonly watches: Repository<RecordWatch>,
    @InjectRepository(Change) private readonly log: Repository<Change>,
    private readonly changes: ChangesService,
    private readonly events: EventsService,
    private readonly notifier: ChangeNotifier,
  ) {}

  /** The newest first. */
  list(userId: number, { unread }: NotificationsQuery): ReadRows<Row> {
    return async ({ after, limit }) => {
      const query = this.notifications.createQueryBuilder('one').where({ userId });
      if (unread) query.andWhere('one.read_at IS NULL');
      if (after) query.andWhere('one.id < :after', { after: after.id });
      const found = await query.orderBy('one.id', 'DESC').limit(limit).getMany();
      const rows = found.map((one) => ({
        ...one,
        subjectKind: one.kind,
        subjectId: one.recordId,
        title: null,
        exists: false,
      }));
      await addTitles(this.log, rows);
      return { rows, hasMore: rows.length === limit };
    };
  }

  async countUnread(userId: number): Promise<number> {
    const [{ unread }] = await this.notifications.query<{ unread: number }[]>(
      'SELECT count(*)::integer AS unread FROM notifications WHERE user_id = $1 AND read_at IS NULL',
      [userId],
    );
    return unread;
  }

  /** Marks what was read, and tells the person's other tabs. */
  async read(userId: number, { until, kind, recordId }: ReadNotificationsDto): Promise<number> {
    const isWhole = kind ? recordId : !recordId && until;
    if (!isWhole) throw fieldProblem('until', 'Give until, or kind and recordId, or all three');
    if (kind && recordId) await this.noteOpened(userId, kind, recordId);
    const [, marked] = await this.notifications.query<[unknown, number]>(
      `UPDATE notifications SET read_at = now() WHERE user_id = $1 AND read_at IS NULL
         AND ($2::integer IS NULL OR id <= $2) AND ($3::text IS NULL OR kind = $3 AND record_id = $4)`,
      [userId, until ?? null, kind ?? null, recordId ?? null],
    );
    if (marked > 0) await this.events.publishTo(userId, NOTIFICATIONS_EVENT);
    return this.countUnread(userId);
  }

  /** Which of these records others changed since the user opened them, or have an unread notification. */
  async unreadRecords(userId: number, kind: string, ids: number[]): Promise<number[]> {
    await this.changes.expectKinds('kind', [kind]);
    const rows = await this.watches.query<{ id: number; seen: string | null; isTold: boolean }[]>(
      `SELECT given.id, seen_change_id AS seen, EXISTS (
         SELECT FROM notifications AS one WHERE one.user_id = $1 AND one.kind = $2 AND one.record_id = given.id AND read_at IS NULL) AS "isTold"
       FROM unnest($3::integer[]) AS given (id)
       LEFT JOIN record_watches AS watch ON watch.kind = $2 AND watch.record_id = given.id AND watch.user_id = $1`,
      [userId, kind, ids],
    );
    const seen = new Map(rows.flatMap((row) => (row.seen === null ? [] : [[row.id, Number(row.seen)]])));
    const changed = new Set(seen.size > 0 ? await this.changes.changedSince(kind, seen, userId) : []);
    return rows.filter(({ id, isTold }) => isTold || changed.has(id)).map(({ id }) => id);
  }

  /** Whether the user is told of a record: as they said, else whether they took part. */
  async isWatching(userId: number, kind: string, recordId: number): Promise<boolean> {
    const { isWatching } = (await this.watches.findOneBy({ userId, kind, recordId })) ?? {};
    if (typeof isWatching === 'boolean') return isWatching;
    return (await this.changes.authorsOf(kind, recordId, Number.MAX_SAFE_INTEGER)).includes(userId);
  }

  async watch(userId: number, kind: string, recordId: number, isWatching: boolean): Promise<void> {
    await this.watches.upsert({ userId, kind, recordId, isWatching }, ['kind', 'recordId', 'userId']);
  }

  /** What may still be uncommitted is not seen yet. */
  private async noteOpened(userId: number, kind: string, recordId: number): Promise<void> {
    await this.changes.expectKinds('kind', [kind]);
    const { safe } = await this.notifier.horizon();
    await this.watches.upsert({ userId, kind, recordId, seenChangeId: safe, openedAt: new Date() }, [
      'kind',
      'recordId',
      'userId',
    ]);
  }
}
