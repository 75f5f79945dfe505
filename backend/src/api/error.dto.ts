import { ApiProperty } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { IntegerProperty, TextProperty } from './properties';

/** One rule that a field of the request breaks. */
export class FieldErrorDto {
  @TextProperty('The field, as the request names it.', 'title')
  field: string;

  @TextProperty('What is wrong, fit to show to a person.', 'Title is required')
  message: string;
}

const ANY_VALUE = [
  { type: 'string', nullable: true },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'array', items: {} },
  { type: 'object', additionalProperties: true },
];

/** A field that cannot be reverted without losing what somebody did since. */
export class ConflictDto {
  @TextProperty('The kind of the record.', 'problem')
  kind: string;

  @IntegerProperty('The number of the record.', 1)
  recordId: number;

  @TextProperty(
    'The field; `*` stands for the whole record, where it is gone, goes as it was created by the change, or cannot be as it was.',
    'title',
  )
  field: string;

  @IntegerProperty('The version of the record now; 0 where it is gone.', 3)
  version: number;

  @ApiProperty({ oneOf: ANY_VALUE, description: 'The value from before.', example: 'Scratched disc' })
  restore: unknown;

  @ApiProperty({ oneOf: ANY_VALUE, description: 'The value of now.', example: 'Scratched brake disc' })
  current: unknown;
}

const REQUEST_ID = '0b54d1a6-6c2c-4a7e-9a2b-5f1f6f0c4a11';

/** The body of every answer that is not a success. */
export class ErrorDto {
  @IntegerProperty('The HTTP status.', 400)
  statusCode: number;

  @TextProperty('The status in words.', 'Bad Request')
  error: string;

  @TextProperty('What is wrong, fit to show to a person.', 'Title is required')
  message: string;

  @TextProperty('Names the request, here as in `X-Request-Id` and in the log.', REQUEST_ID, { format: 'uuid' })
  requestId: string;

  @ApiProperty({
    type: () => [FieldErrorDto],
    required: false,
    description: 'Where a rule of a field is broken: each field with its message.',
  })
  errors?: FieldErrorDto[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    selfRequired: false,
    description: 'With 412: the record as it is now.',
    example: { id: 1, title: 'Scratched brake disc' },
  })
  current?: object;

  @ApiProperty({
    type: () => [ConflictDto],
    required: false,
    description: 'Where a change cannot be taken back: each field with both values, of very many the first 500.',
  })
  conflicts?: ConflictDto[];
}

/** A body to show in the documentation. */
export function errorExample(statusCode: number, message: string): ErrorDto {
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, requestId: REQUEST_ID };
}
