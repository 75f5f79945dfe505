import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min, validateSync } from 'class-validator';
import { Check, OptionalIfAbsent, WholeNumber } from '../api/fields';
import { toAddress } from '../images/image-reference';
import { OPERATIONS, type Change, type ChangeOperation, type Row } from './change.entity';

/** How a kind of record is named. */
export const KIND = /^[a-z][a-z-]{0,62}$/;
/** A field of a record, or `*` for all of it. */
const FIELD = /^(\*|[A-Za-z_][A-Za-z0-9_]{0,63})$/;
/** A change set, to show in the documentation. */
export const CHANGE_SET = '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f';
const MAX_CHANGES = 1000;
const MAX_WAIT = 30;
const MAX_CHOICES = 500;
/** Changes that a revert answers. */
export const MAX_ANSWERED = 1000;
const CHOICE_FIELDS = ['kind', 'recordId', 'field', 'version', 'take'];

/** An entry of the change log, as it is answered. */
export class ChangeDto {
  @ApiProperty({
    type: String,
    description: 'Where it stands in the feed: `after` in the next request.',
    example: 'YzoxMjM',
  })
  cursor: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'What was changed together: all that one request did has the same.',
    example: CHANGE_SET,
  })
  changeSet: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When, by the clock of the database.',
    example: '2026-11-21T09:30:00.000Z',
  })
  at: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The number of the user who did it; null for what did not come through the API.',
    example: 1,
  })
  userId: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "That user's e-mail address.",
    example: 'anna@shop.example',
  })
  userEmail: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the access token by which they did it; null for a session.',
    example: null,
  })
  tokenName: string | null;

  @ApiProperty({
    type: String,
    description:
      'What kind of record: `product`, `question`, `question-response`, `problem`, `problem-response`, `update`, or one of a module of your own.',
    example: 'problem',
  })
  kind: string;

  @ApiProperty({ type: 'integer', description: 'The number of the record.', example: 1 })
  recordId: number;

  @ApiProperty({
    type: String,
    description: 'The kind of record that it is part of, such as `question` for a response; else its own kind.',
    example: 'problem',
  })
  subjectKind: string;

  @ApiProperty({ type: 'integer', description: 'The number of that record.', example: 1 })
  subjectId: number;

  @ApiProperty({ enum: OPERATIONS, description: 'What was done.', example: 'update' })
  operation: ChangeOperation;

  @ApiProperty({
    type: 'integer',
    description: 'The version of the record from then on; of a deleted one its last.',
    example: 2,
  })
  version: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The fields that changed, as they were; null for a new record. Uploaded images as their addresses.',
    example: { status: 'open' },
  })
  before: Row | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The fields that changed, as they are from then on; null for a deleted record.',
    example: { status: 'resolved' },
  })
  after: Row | null;

  static from({ id, at, before, after, ...change }: Change, userEmail: string | null): ChangeDto {
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
      before: asFields(before),
      after: asFields(after),
    };
  }
}

/** Part of the feed of changes. */
export class ChangesDto {
  @ApiProperty({
    type: [ChangeDto],
    description:
      'In an order in which nothing that is committed late is skipped; the changes of one record in the order they were made.',
  })
  changes: ChangeDto[];

  @ApiProperty({ type: String, description: '`after` for what comes next.', example: 'YzoxMjM' })
  cursor: string;
}

/** Which part of the feed to answer. */
export class ChangesQuery {
  @ApiProperty({
    type: String,
    required: false,
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    description: 'The cursor of the answer before, or of a change; left out, the feed starts at its beginning.',
    example: 'YzoxMjM',
  })
  @IsOptional()
  @Check('after', (value) => (readCursor(value) === null ? 'after must be a cursor of this feed' : null))
  after?: string;

  @WholeNumber('limit', {
    min: 1,
    max: MAX_CHANGES,
    description: 'The most changes to answer; 100 if left out.',
    example: 100,
  })
  limit?: number;

  @WholeNumber('wait', {
    min: 0,
    max: MAX_WAIT,
    description: 'How many seconds to wait where there is nothing yet.',
    example: 0,
  })
  wait?: number;

  @ApiProperty({
    type: String,
    required: false,
    pattern: KIND.source,
    description: 'Only changes of this kind of record, such as `problem`.',
    example: 'problem',
  })
  @IsOptional()
  @Check('kind', (value) =>
    typeof value === 'string' && KIND.test(value) ? null : 'kind must be a kind of record, such as problem',
  )
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

/** What to do about a field that somebody else has changed since. */
export class RevertChoiceDto {
  @ApiProperty({ type: String, pattern: KIND.source, description: 'As in the conflict.', example: 'problem' })
  @Check('kind', (value) =>
    typeof value === 'string' && KIND.test(value) ? null : 'kind must be a kind of record, such as problem',
  )
  kind: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 2147483647, description: 'As in the conflict.', example: 1 })
  @IsInt({ message: 'recordId must be a whole number' })
  @Min(1, { message: 'recordId must be positive' })
  @Max(2147483647, { message: 'recordId is too large' })
  recordId: number;

  @ApiProperty({ type: String, pattern: FIELD.source, description: 'As in the conflict.', example: 'title' })
  @Check('field', (value) =>
    typeof value === 'string' && FIELD.test(value) ? null : 'field must be the name of a field',
  )
  field: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 2147483647,
    description: 'As in the conflict: the choice counts as long as the record has this version.',
    example: 3,
  })
  @IsInt({ message: 'version must be a whole number' })
  @Min(0, { message: 'version must not be negative' })
  @Max(2147483647, { message: 'version is too large' })
  version: number;

  @ApiProperty({
    enum: ['restore', 'keep'],
    description: '`restore` the value from before, or `keep` the one of now.',
    example: 'keep',
  })
  @IsIn(['restore', 'keep'], { message: 'take must be one of restore, keep' })
  take: 'restore' | 'keep';
}

/** How to revert a change set. */
export class RevertDto {
  @ApiProperty({
    type: [RevertChoiceDto],
    required: false,
    maxItems: MAX_CHOICES,
    description: 'An answer to every conflict that an attempt before has named.',
  })
  @OptionalIfAbsent()
  @Check('choices', (value) =>
    Array.isArray(value) && value.length <= MAX_CHOICES && value.every(isChoice)
      ? null
      : `choices must be a list of at most ${MAX_CHOICES} choices`,
  )
  choices?: RevertChoiceDto[];
}

/** By hand: what is nested in a request comes as it was sent. */
function isChoice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).some((field) => !CHOICE_FIELDS.includes(field)))
    return false;
  return validateSync(Object.assign(new RevertChoiceDto(), value)).length === 0;
}

/** What a revert did. */
export class RevertedDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'The change set that the revert is itself, which can be reverted too; null where nothing had to be changed.',
    example: CHANGE_SET,
  })
  changeSet: string | null;

  @ApiProperty({ type: [ChangeDto], description: `What was changed; of very many the first ${MAX_ANSWERED}.` })
  changes: ChangeDto[];
}

/** The fields of a row by the names they have in the API. */
export function asFields(row: Row | null): Row | null {
  return (
    row && Object.fromEntries(Object.entries(row).map(([column, value]) => [asField(column), asValue(column, value)]))
  );
}

/** `created_at` is `createdAt` in the API. */
export function asField(column: string): string {
  return column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Images as their addresses, times as the API writes them. */
export function asValue(column: string, value: unknown): unknown {
  if (column === 'images' && Array.isArray(value)) return value.map((image) => toAddress(image as string));
  if (column.endsWith('_at') && typeof value === 'string') return new Date(value).toISOString();
  return value;
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
