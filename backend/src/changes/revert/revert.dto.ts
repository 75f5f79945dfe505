import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min, validateSync } from 'class-validator';
import { Check, OptionalIfAbsent } from '../../api/fields';
import { IntegerProperty, TextProperty } from '../../api/properties';
import { KIND, MAX_ID } from '../../api/record-reference';
import { CHANGE_SET, ChangeDto, IsKind, IsRecordId } from '../change.dto';

/** A field of a record, or `*` for all of it. */
const FIELD = /^(\*|[A-Za-z_][A-Za-z0-9_]{0,63})$/;
/** Conflicts that one answer names, and that one request chooses about. */
export const MAX_CHOICES = 500;
/** Changes that a revert answers. */
export const MAX_ANSWERED = 1000;
const CHOICE_FIELDS = ['kind', 'recordId', 'field', 'version', 'take'];

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
    maximum: MAX_ID,
  })
  @IsInt({ message: 'version must be a whole number' })
  @Min(0, { message: 'version must not be negative' })
  @Max(MAX_ID, { message: 'version is too large' })
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

/** By hand: what is nested in a request comes as it was sent. */
function isChoice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).some((field) => !CHOICE_FIELDS.includes(field)))
    return false;
  return validateSync(Object.assign(new RevertChoiceDto(), value)).length === 0;
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
