import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Check } from '../../api/fields';
import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';
import { RecordIds } from '../../api/record-ids';
import { isId, KIND, MAX_ID } from '../../api/record-reference';
import { IsKind, IsRecordId } from '../../changes/change.dto';
import { PlainListQuery } from '../../lists/list-query.dto';
import { REASONS, type Notification, type Reason } from './notification.entity';

/** Which of one's notifications to answer. */
export class NotificationsQuery extends PlainListQuery {
  @IsOptional()
  @Check('unread', (value) => (value === 'true' ? null : 'unread must be true'))
  @ApiProperty({ enum: ['true'], required: false, description: 'Only those not read yet.', example: 'true' })
  unread?: 'true';
}

/** What a colleague did that concerns you. */
export class NotificationDto {
  @IntegerProperty('Its number.', 1)
  id: number;

  @TextProperty('What kind of record it is about.', 'problem')
  kind: string;

  @IntegerProperty('The number of that record.', 1)
  recordId: number;

  @TextProperty('The title that the record has now, or had at last; null for none.', 'One piece is missing', {
    nullable: true,
  })
  title: string | null;

  @ApiProperty({
    enum: REASONS,
    description:
      'Why you are told: you were `mention`ed; the record was given to you (`assigned`), or was yours until a colleague took it (`taken`) or gave it to another or to nobody (`unassigned`); or one that you take part in has a `response`, what the `customer` wrote, a `note` or another `status`.',
    example: 'response',
  })
  reason: Reason;

  @IntegerProperty('Who did it.', 2)
  actorId: number;

  @TextProperty(
    'The beginning of what was written; for a changed status the new one.',
    'The second piece is on its way.',
    {
      nullable: true,
    },
  )
  excerpt: string | null;

  @TimeProperty('When it was done.')
  createdAt: string;

  @BooleanProperty('Whether you have read it.', false)
  isRead: boolean;

  static from(row: Notification & { title: string | null }): NotificationDto {
    const { id, kind, recordId, title, reason, actorId, excerpt, createdAt, readAt } = row;
    return {
      id,
      kind,
      recordId,
      title,
      reason,
      actorId,
      excerpt,
      createdAt: createdAt.toISOString(),
      isRead: readAt !== null,
    };
  }
}

/** How many of one's notifications are unread. */
export class UnreadCountDto {
  @IntegerProperty('How many of your notifications you have not read.', 2, { minimum: 0 })
  unread: number;
}

/** What was read: all up to one, or all about a record, which counts as opened then. */
export class ReadNotificationsDto {
  @IsOptional()
  @Check('until', (value) => (isId(value) ? null : 'until must be the number of a notification'))
  @IntegerProperty('All of your notifications up to this number.', 1, {
    required: false,
    nullable: true,
    minimum: 1,
    maximum: MAX_ID,
  })
  until?: number | null;

  @IsOptional()
  @IsKind()
  @TextProperty('All about one record: its kind …', 'problem', {
    required: false,
    nullable: true,
    pattern: KIND.source,
  })
  kind?: string | null;

  @IsOptional()
  @IsRecordId()
  @IntegerProperty('… and its number. It counts as opened: what changed until now is seen.', 1, {
    required: false,
    nullable: true,
    minimum: 1,
    maximum: MAX_ID,
  })
  recordId?: number | null;
}

/** Which records to look up. */
export class UnreadRecordsQuery {
  @IsKind()
  @TextProperty('The kind of the records.', 'problem', { pattern: KIND.source })
  kind: string;

  @RecordIds()
  ids: number[];
}

/** The records that have something new. */
export class UnreadRecordsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'Those that others changed since you last opened them, or that you have an unread notification about.',
    example: [1],
  })
  ids: number[];
}

/** Whether one is told what happens to a record. */
export class WatchDto {
  @Check('isWatching', (value) => (typeof value === 'boolean' ? null : 'isWatching must be true or false'))
  @BooleanProperty(
    'Whether you are told of its responses and its status. Who took part is, unless they muted it; mentions and what is given to you or taken from you reach you in any case.',
    true,
  )
  isWatching: boolean;
}
