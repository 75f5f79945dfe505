import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangesService } from '../../changes/changes.service';
import { NOTIFICATIONS_EVENT } from '../../changes/events/event-texts';
import { EventsService } from '../../changes/events/events.service';
import { EVERY_KIND, OnChange, type ChangeOf } from '../../changes/subscriptions/on-change';
import { UsersService } from '../auth/accounts/users.service';
import { causeOf, type Cause } from './causes';
import { mentionsOf, type Named } from './mentions';
import type { Reason } from './notification.entity';

/** What changes more than this at once, such as an import, notifies nobody: the activity tells of it. */
const MAX_ENTRIES = 100;
/** How long what was read is kept, and which records somebody has seen. */
const KEPT = '90 days';
const REMOVAL_INTERVAL_MS = 3_600_000;

/** Makes the notifications from the change log: each cause once, however often it is told. */
@Injectable()
export class NotifierService {
  private removedAt = 0;

  constructor(
    private readonly source: DataSource,
    private readonly changes: ChangesService,
    private readonly events: EventsService,
    private readonly users: UsersService,
  ) {}

  @OnChange(EVERY_KIND, { operations: ['insert', 'update'], name: 'notifications' })
  async onChange(change: ChangeOf<Record<string, unknown>>): Promise<void> {
    const cause = causeOf(change);
    if (!cause || (await this.changes.hasMoreThan(MAX_ENTRIES, change.changeSet))) return;
    const reasons = await this.reasonsOf(cause);
    if (reasons.size === 0) return;
    await this.store(cause, reasons);
    // Also those of a cause that is told again: the process may have ended before it could say so.
    for (const userId of reasons.keys()) await this.events.publishTo(userId, NOTIFICATIONS_EVENT);
    await this.removeOld();
  }

  /** Whom to notify and why: nobody of their own doing, and nobody who cannot sign in. */
  private async reasonsOf(cause: Cause): Promise<Map<number, Reason>> {
    const reasons = new Map<number, Reason>();
    const open = (await this.users.list()).filter(({ closedAt }) => closedAt === null);
    // What is set later is more personal, and is told in place of the others.
    const news = (await this.isToldAlready(cause)) ? undefined : cause.news;
    if (news) for (const id of await this.watchersOf(cause)) reasons.set(id, news);
    for (const [id, reason] of cause.assigned) reasons.set(id, reason);
    for (const id of mentioned(cause, open)) reasons.set(id, 'mention');
    reasons.delete(cause.actorId);
    const ids = new Set(open.map(({ id }) => id));
    return new Map([...reasons].filter(([id]) => ids.has(id)));
  }

  /** What the customer wrote reopens the record: the response says it all. */
  private async isToldAlready({ news, changeSet, kind, recordId }: Cause): Promise<boolean> {
    return news === 'status' && (await this.changes.hasCustomerResponse(changeSet, kind, recordId));
  }

  /** Who took part in a record before or watches it, without who muted it. */
  private async watchersOf({ kind, recordId, changeId }: Cause): Promise<Set<number>> {
    const watchers = new Set(await this.changes.authorsOf(kind, recordId, changeId));
    const said = await this.source.query<{ userId: number; isWatching: boolean }[]>(
      `SELECT user_id AS "userId", is_watching AS "isWatching" FROM record_watches
       WHERE kind = $1 AND record_id = $2 AND is_watching IS NOT NULL`,
      [kind, recordId],
    );
    for (const { userId, isWatching } of said) watchers[isWatching ? 'add' : 'delete'](userId);
    return watchers;
  }

  /** Who is addressed takes part from then on. */
  private async store(cause: Cause, reasons: Map<number, Reason>): Promise<void> {
    const { changeId, kind, recordId, actorId, excerpt, status, at } = cause;
    await this.source.query(
      `WITH given AS (SELECT * FROM unnest($1::integer[], $2::text[]) AS given (user_id, reason)), watches AS (
         INSERT INTO record_watches (kind, record_id, user_id, is_watching)
         SELECT $4, $5, user_id, true FROM given WHERE reason IN ('mention', 'assigned')
         ON CONFLICT (kind, record_id, user_id) DO UPDATE SET is_watching = true WHERE record_watches.is_watching IS NULL)
       INSERT INTO notifications (user_id, reason, change_id, kind, record_id, actor_id, excerpt, created_at)
       SELECT user_id, reason, $3, $4, $5, $6, CASE reason WHEN 'status' THEN $7 ELSE $8 END, $9 FROM given
       ON CONFLICT (user_id, change_id) DO NOTHING`,
      [[...reasons.keys()], [...reasons.values()], changeId, kind, recordId, actorId, status, excerpt, at],
    );
  }

  private async removeOld(): Promise<void> {
    if (Date.now() - this.removedAt < REMOVAL_INTERVAL_MS) return;
    this.removedAt = Date.now();
    await this.source.query('DELETE FROM notifications WHERE read_at < now() - $1::interval', [KEPT]);
    await this.source.query(
      'DELETE FROM record_watches WHERE opened_at < now() - $1::interval AND is_watching IS NULL',
      [KEPT],
    );
  }
}

function mentioned({ texts }: Cause, open: Named[]): number[] {
  const find = mentionsOf(open);
  const before = find(texts.before);
  return [...find(texts.now)].filter((id) => !before.has(id));
}
