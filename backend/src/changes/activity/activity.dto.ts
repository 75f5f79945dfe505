import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { WholeNumber } from '../../api/fields';
import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';
import { KIND } from '../../api/record-reference';
import { TimeFilter } from '../../lists/filter-query.dto';
import { PlainListQuery } from '../../lists/list-query.dto';
import { CHANGE_SET, FieldsProperty, IsKind } from '../change.dto';
import { OPERATIONS, type ChangeOperation, type Row } from '../change.entity';

/** Which entries of the activity to answer. */
export class ActivityQuery extends PlainListQuery {
  @TextProperty(
    'Only change sets whose first change is of a record of this kind, such as `problem`, or of its responses.',
    'problem',
    {
      required: false,
      pattern: KIND.source,
    },
  )
  @IsOptional()
  @IsKind()
  kind?: string;

  @WholeNumber('userId', { min: 1, max: 999_999_999, description: 'Only what this user did.', example: 1 })
  userId?: number;

  @WholeNumber('exceptUserId', {
    min: 1,
    max: 999_999_999,
    description: 'Only what others than this user did.',
    example: 1,
  })
  exceptUserId?: number;

  @TimeFilter('since', 'Only what happened at this time or later.')
  since?: Date;

  @TimeFilter('until', 'Only what happened before this time.')
  until?: Date;

  @ApiProperty({
    enum: OPERATIONS,
    required: false,
    description:
      'Only change sets that begin with a change of this sort, and whose `operation` it is. With `delete` it is the list of what was deleted.',
    example: 'update',
  })
  @IsOptional()
  @IsIn(OPERATIONS, { message: `operation must be one of ${OPERATIONS.join(', ')}` })
  operation?: ChangeOperation;
}

/** What one request changed, in one entry. */
export class ActivityDto {
  @TextProperty('The change set, by which it can be reverted.', CHANGE_SET, { format: 'uuid' })
  changeSet: string;

  @TimeProperty('When it began, by the clock of the database.')
  at: string;

  @IntegerProperty('The user who did it; null for what did not come through the API.', 1, { nullable: true })
  userId: number | null;

  @TextProperty('The name of the access token by which they did it; null for a session.', null, { nullable: true })
  tokenName: string | null;

  @TextProperty('What kind of record was changed first, such as `question-response`.', 'problem')
  kind: string;

  @IntegerProperty('The number of that record.', 1)
  recordId: number;

  @TextProperty(
    'The kind of the record that it is part of, such as `question` for a response; else its own.',
    'problem',
  )
  subjectKind: string;

  @IntegerProperty('The number of that record.', 1)
  subjectId: number;

  @ApiProperty({ enum: OPERATIONS, description: 'What was done.', example: 'update' })
  operation: ChangeOperation;

  @IntegerProperty('The version of the record from then on; of a deleted one its last.', 2)
  version: number;

  @ApiProperty({
    type: [String],
    description: 'The fields that an update changed; empty for a new or deleted record.',
    example: ['status'],
  })
  fields: string[];

  @TextProperty('The status that an update set; null where it set none.', 'resolved', { nullable: true })
  status: string | null;

  @FieldsProperty(
    'What `status`, `assigneeId` and `snoozedUntil` were, those that an update changed; null where it changed none of them.',
    { status: 'open' },
  )
  before: Row | null;

  @FieldsProperty('What they became; null where an update changed none of them.', { status: 'resolved' })
  after: Row | null;

  @TextProperty('`staff`, `customer` or `note` where a response was added; null for anything else.', 'staff', {
    nullable: true,
  })
  responseKind: string | null;

  @TextProperty(
    '`linked` or `rejected` where a product was added to the record or taken away; null for anything else.',
    'linked',
    {
      nullable: true,
    },
  )
  linkState: string | null;

  @IntegerProperty('How many records were changed together; responses count with their record.', 1, { minimum: 1 })
  records: number;

  @IntegerProperty('How many of `records` are new, or came back.', 0, { minimum: 0 })
  created: number;

  @IntegerProperty('How many of `records` were deleted.', 0, { minimum: 0 })
  deleted: number;

  @BooleanProperty('Whether `records` is their exact number. Only the first 1,000 are counted.', true)
  isExact: boolean;

  @BooleanProperty('Whether some of `records` are of other kinds than `subjectKind`.', false)
  hasOtherKinds: boolean;

  @BooleanProperty(
    'Whether nothing is left to revert: what was created is gone, and what was deleted is back. What was only changed is undone where the last change of it put all of it back, and did nothing else; a change of more than 50 records and parts, of long texts, or of a record with more than 20 later changes may not be called so.',
    false,
  )
  undone: boolean;

  @TextProperty(
    'The title of the record (`subjectKind`, `subjectId`) as it is now, of a deleted one the last it had.',
    'Pads squeal when cold',
    { nullable: true },
  )
  title: string | null;

  @BooleanProperty('Whether that record is there now.', true)
  exists: boolean;
}
