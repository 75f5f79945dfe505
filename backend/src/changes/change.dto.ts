import type { TimeColumns } from './time-columns';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Check, WholeNumber } from '../api/fields';
import { toAddress, withoutSampleHost } from '../images/image-reference';
import { OPERATIONS, type Change, type ChangeOperation, type Row } from './change.entity';
import { IntegerProperty, TextProperty, TimeProperty } from '../api/properties';
import { KIND, MAX_ID } from '../api/record-reference';

/** A change set, to show in the documentation. */
export const CHANGE_SET = '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f';
const MAX_CHANGES = 1000;
const MAX_WAIT = 30;

/** In place of a cursor: the end of the feed. */
export const NOW = 'now';

export const NOT_OF_THIS_FEED = 'after must be a cursor of this feed';

/** A cursor of the feed in a query, or another `word`; it may be left out. */
export function FeedCursor(description: string, { word }: { word?: string } = {}): PropertyDecorator {
  const isGood = (value: unknown): boolean => readCursor(value) !== null || (word !== undefined && value === word);
  return applyDecorators(
    IsOptional(),
    Check('after', (value) => (isGood(value) ? null : NOT_OF_THIS_FEED)),
    TextProperty(description, 'YzoxMjM', { required: false, pattern: '^[A-Za-z0-9_-]{1,32}$' }),
  );
}

/** Checks the name of a kind of record; null passes where `nullable`. */
export function IsKind({ nullable = false } = {}): PropertyDecorator {
  return Check('kind', (value) =>
    (nullable && value === null) || (typeof value === 'string' && KIND.test(value))
      ? null
      : 'kind must be one kind of record, such as problem',
  );
}

/** The values of fields, by their names. */
export function FieldsProperty(description: string, example: Row): PropertyDecorator {
  return ApiProperty({ type: 'object', additionalProperties: true, nullable: true, description, example });
}

/** Checks the number of a record. */
export function IsRecordId(): PropertyDecorator {
  return applyDecorators(
    IsInt({ message: 'recordId must be a whole number' }),
    Min(1, { message: 'recordId must be positive' }),
    Max(MAX_ID, { message: 'recordId is too large' }),
  );
}

/** An entry of the change log, as it is answered. */
export class ChangeDto {
  @TextProperty('Where it stands in the feed: `after` in the next request.', 'YzoxMjM')
  cursor: string;

  @TextProperty('What was changed together: all that one request did has the same.', CHANGE_SET, { format: 'uuid' })
  changeSet: string;

  @TimeProperty('When, by the clock of the database.')
  at: string;

  @IntegerProperty('The user who did it; null for what did not come through the API.', 1, { nullable: true })
  userId: number | null;

  @TextProperty("That user's e-mail address.", 'anna@shop.example', { nullable: true })
  userEmail: string | null;

  @TextProperty('The name of the access token by which they did it; null for a session.', null, { nullable: true })
  tokenName: string | null;

  @TextProperty(
    'What kind of record: `product`, `question`, `question-response`, `problem`, `problem-response`, `update`, `tag`, `view`, `product-link`, `webhook`, or one of a module of your own.',
    'problem',
  )
  kind: string;

  @IntegerProperty('The number of the record.', 1)
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

  @FieldsProperty('The fields that changed, as they were, images as addresses; null for a new record.', {
    status: 'open',
  })
  before: Row | null;

  @FieldsProperty('The fields that changed, as they are from then on; null for a deleted record.', {
    status: 'resolved',
  })
  after: Row | null;

  /** `times` are the columns of its kind that hold times, null for all that look so. */
  static from(
    { id, at, before, after, ...change }: Change,
    { userEmail, times }: { userEmail: string | null; times: TimeColumns },
  ): ChangeDto {
    const { changeSet, userId, tokenName, kind, recordId, subjectKind, subjectId, operation, version } = change;
    return {
      cursor: writeCursor(id),
      changeSet,
      at: at.toISOString(),
      userId,
      userEmail,
      tokenName,
      kind,
      recordId,
      subjectKind,
      subjectId,
      operation,
      version,
      before: asFields(before, times),
      after: asFields(after, times),
    };
  }
}

/** Part of the feed of changes. */
export class ChangesDto {
  @ApiProperty({
    type: [ChangeDto],
    description: 'Nothing that is committed late is skipped; those of one record are in the order they were made.',
  })
  changes: ChangeDto[];

  @TextProperty('`after` for what comes next.', 'YzoxMjM')
  cursor: string;
}

/** Which part of the feed to answer. */
export class ChangesQuery {
  @FeedCursor(
    'The cursor of the answer before, or of a change; left out, the feed starts at its beginning. `now` is its end: an empty page, with the cursor from which a sync goes on.',
    { word: NOW },
  )
  after?: string;

  @WholeNumber('limit', { min: 1, max: MAX_CHANGES, description: 'The most changes; 100 if left out.', example: 100 })
  limit?: number;

  @WholeNumber('wait', {
    min: 0,
    max: MAX_WAIT,
    description: 'Seconds to wait where there is nothing yet.',
    example: 0,
  })
  wait?: number;

  @TextProperty(
    'Only changes of this kind of record, such as `problem`. A kind that the server does not have is refused with the list of those it has.',
    'problem',
    {
      required: false,
      pattern: KIND.source,
    },
  )
  @IsOptional()
  @IsKind()
  kind?: string;

  @ApiProperty({ enum: OPERATIONS, required: false, description: 'Only changes of this sort.', example: 'update' })
  @IsOptional()
  @IsIn(OPERATIONS, { message: `operation must be one of ${OPERATIONS.join(', ')}` })
  operation?: ChangeOperation;

  @ApiProperty({
    enum: ['oldest', 'newest'],
    required: false,
    description: 'With `newest` the feed is read backwards; there is nothing to wait for then.',
    example: 'oldest',
  })
  @IsOptional()
  @IsIn(['oldest', 'newest'], { message: 'order must be one of oldest, newest' })
  order?: 'oldest' | 'newest';
}

/** A column of threads that a trigger writes with `status`; no answer has it. */
export const OPENED_AT = 'opened_at';

/** The fields of a row by the names they have in the API; `times` are the columns that hold times, null for all that look so. */
export function asFields(row: Row | null, times: TimeColumns): Row | null {
  return (
    row &&
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => column !== OPENED_AT)
        .map(([column, value]) => [asField(column), asValue(column, value, times)]),
    )
  );
}

/** `created_at` is `createdAt` in the API. */
export function asField(column: string): string {
  return column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** A time as PostgreSQL writes it into JSON, in UTC. */
const LOGGED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(\+00:00)?$/;

/** Images as their addresses, times as the API writes them. */
export function asValue(column: string, value: unknown, times: TimeColumns): unknown {
  if (column === 'images' && Array.isArray(value))
    return value.map((image) => toAddress(withoutSampleHost(image as string)));
  if (typeof value === 'string' && LOGGED_TIME.test(value) && (times?.has(column) ?? true)) return asTime(value);
  return value;
}

function asTime(value: string): string {
  const time = new Date(value.replace(/(\+00:00)?$/, 'Z'));
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** The opaque cursor of the entry with this number. */
export function writeCursor(id: number): string {
  return Buffer.from(`c:${id}`).toString('base64url');
}

/** The number that a cursor stands for, or null for one that we have not made. */
export function readCursor(cursor: unknown): number | null {
  if (typeof cursor !== 'string' || cursor.length > 32) return null;
  const id = /^c:(0|[1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return id !== undefined && writeCursor(Number(id)) === cursor ? Number(id) : null;
}
