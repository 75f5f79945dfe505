import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min, validateSync } from 'class-validator';
import { Check, OptionalIfAbsent } from '../../api/fields';
import { IntegerProperty, TextProperty } from '../../api/properties';
import { KIND, MAX_ID, MAX_VERSION } from '../../api/record-reference';
import { CHANGE_SET, ChangeDto, IsKind, IsRecordId } from '../change.dto';

/** A field of a record, or `*` for all of it. */
const FIELD = /^(\*|[A-Za-z_][A-Za-z0-9_]{0,63})$/;
/** Conflicts that one answer names, and that one request chooses about. */
export const MAX_CHOICES = 500;
/** Changes that a revert answers. */
export const MAX_ANSWERED = 1000;
const RECORD_FIELDS: (keyof RevertedRecordDto)[] = ['kind', 'recordId'];
const CHOICE_FIELDS: (keyof RevertChoiceDto)[] = ['kind', 'recordId', 'field', 'version', 'take'];

/** What to do about a field that somebody else has changed since. */
export class RevertChoiceDto {
  @TextProperty('As in the conflict.', 'problem', { pattern: KIND.source })
  @IsKind()
  kind: string;

  @IntegerProperty('As in the conflict.', 1, { minimum: 1, maximum: MAX_ID })
  @IsRecordId()
  recordId: number;

  @TextProperty('As in the conflict.', 'title', { pattern: FIELD.source })
  @Check('field', (value) =>
    typeof value === 'string' && FIELD.test(value) ? null : 'field must be the name of a field',
  )
  field: string;

  @IntegerProperty('As in the conflict: the choice counts as long as the record has this version.', 3, {
    minimum: 0,
    maximum: MAX_VERSION,
  })
  @IsInt({ message: 'version must be a whole number' })
  @Min(0, { message: 'version must not be negative' })
  @Max(MAX_VERSION, { message: 'version is too large' })
  version: number;

  @ApiProperty({
    enum: ['restore', 'keep'],
    description: '`restore` the value from before, or `keep` the one of now.',
    example: 'keep',
  })
  @IsIn(['restore', 'keep'], { message: 'take must be one of restore, keep' })
  take: 'restore' | 'keep';
}

/** The record to which a revert is limited. */
export class RevertedRecordDto {
  @TextProperty('The kind of the record, as `subjectKind` of its changes.', 'product', { pattern: KIND.source })
  @IsKind()
  kind: string;

  @IntegerProperty('Its number, as `subjectId` of its changes.', 1, { minimum: 1, maximum: MAX_ID })
  @IsRecordId()
  recordId: number;
}

/** How to revert a change set. */
export class RevertDto {
  @ApiProperty({
    type: RevertedRecordDto,
    required: false,
    description:
      'Take back only what was done to this record, its responses and its links. The other records of the change stay as they are.',
  })
  @OptionalIfAbsent()
  @Check('only', (value) =>
    problemIn(RevertedRecordDto, RECORD_FIELDS, value) ? 'only must be a kind and a recordId' : null,
  )
  only?: RevertedRecordDto;

  @ApiProperty({
    type: [RevertChoiceDto],
    required: false,
    maxItems: MAX_CHOICES,
    description: 'An answer to every conflict that an attempt before has named.',
  })
  @OptionalIfAbsent()
  @Check('choices', (value) => choicesProblem(value))
  choices?: RevertChoiceDto[];

  @ApiProperty({
    enum: ['keep'],
    required: false,
    description:
      'What to do about every conflict without a choice: `keep` the value of now. Left out, they are answered with 409.',
    example: 'keep',
  })
  @OptionalIfAbsent()
  @IsIn(['keep'], { message: 'otherwise must be keep' })
  otherwise?: 'keep';
}

function choicesProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > MAX_CHOICES)
    return `choices must be a list of at most ${MAX_CHOICES} choices`;
  const problems = value.map((choice) => problemIn(RevertChoiceDto, CHOICE_FIELDS, choice));
  const index = problems.findIndex((problem) => problem !== null);
  return index < 0 ? null : `Choice ${index + 1}: ${problems[index]}`;
}

/** By hand: what is nested in a request comes as it was sent. */
function problemIn<T extends object>(type: new () => T, fields: (keyof T & string)[], value: unknown): string | null {
  const all = `it must have ${fields.join(', ')}`;
  if (typeof value !== 'object' || value === null) return all;
  if (Object.keys(value).some((field) => !(fields as string[]).includes(field))) return `${all} and nothing else`;
  const [error] = validateSync(Object.assign(new type(), value));
  return error ? (Object.values(error.constraints ?? {})[0] ?? all) : null;
}

/** What a revert did. */
export class RevertedDto {
  @TextProperty(
    'The change set that the revert is itself, which can be reverted too; null where nothing had to be changed.',
    CHANGE_SET,
    { format: 'uuid', nullable: true },
  )
  changeSet: string | null;

  @ApiProperty({ type: [ChangeDto], description: `What was changed; of very many the first ${MAX_ANSWERED}.` })
  changes: ChangeDto[];
}
