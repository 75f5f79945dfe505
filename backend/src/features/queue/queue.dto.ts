import { ApiProperty, IntersectionType, OmitType, PickType } from '@nestjs/swagger';
import { OneOf } from '../../api/fields';
import { IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';
import { PlainListQuery } from '../../lists/list-query.dto';
import { TotalDto } from '../../lists/totals/totals.dto';
import { ThreadDto } from '../../threads/thread.dto';
import { QueueFilters } from './queue-filters';
import { QUEUE_SORTS, type QueueRow, type QueueSort } from './read-queue';

/** Which part of the queue to answer, in which order. */
export class QueueQuery extends IntersectionType(PlainListQuery, QueueFilters) {
  @OneOf({
    label: 'sort',
    values: QUEUE_SORTS,
    required: false,
    description:
      'In what order. With `waiting`, as without it, first those whose customers wait, longest first; then those where nobody waits, oldest first.',
    example: 'waiting',
  })
  @ApiProperty({ default: 'waiting' })
  sort?: QueueSort;
}

const THREAD_FIELDS = [
  'id',
  'title',
  'status',
  'createdAt',
  'createdById',
  'assigneeId',
  'snoozedUntil',
  'tagIds',
] as const;

/** A question, a problem or another thread in the queue. */
export class QueueItemDto extends PickType(ThreadDto, THREAD_FIELDS) {
  @TextProperty('What it is.', 'question')
  kind: string;

  @TimeProperty('Since when the customer waits for a response; null where nobody waits.', { nullable: true })
  waitingSince: string | null;

  @IntegerProperty('How many responses it has.', 2, { minimum: 0 })
  responseCount: number;

  static from(row: QueueRow): QueueItemDto {
    const { kind, id, title, status, createdAt, createdById, waitingSince, responseCount } = row;
    const { assigneeId, snoozedUntil, tagIds } = row;
    return {
      kind,
      id,
      title,
      status,
      createdAt: createdAt.toISOString(),
      createdById,
      waitingSince: waitingSince?.toISOString() ?? null,
      ...(assigneeId && { assigneeId }),
      ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }),
      ...(tagIds.length > 0 && { tagIds }),
      responseCount,
    };
  }
}

/** What to count of each part of the queue. */
export class QueueCountsQuery extends OmitType(QueueFilters, ['assignee', 'snoozed']) {}

/** How many records the parts of the queue hold. */
export class QueueCountsDto {
  @ApiProperty({ description: 'What is to be done.' })
  all: TotalDto;

  @ApiProperty({ description: 'What is assigned to you.' })
  mine: TotalDto;

  @ApiProperty({ description: 'What is assigned to nobody.' })
  unassigned: TotalDto;

  @ApiProperty({ description: 'What is put off.' })
  snoozed: TotalDto;
}

/** How long a customer may wait for a response to a record of a kind. */
export class ResponseTargetDto {
  @TextProperty('The kind.', 'question')
  kind: string;

  @IntegerProperty('Within how many hours a response is due.', 24, { minimum: 1 })
  hours: number;
}

/** What the queue is set up to. */
export class QueueSettingsDto {
  @ApiProperty({ type: [ResponseTargetDto], description: 'The targets; a kind without one is never late.' })
  targets: ResponseTargetDto[];
}
