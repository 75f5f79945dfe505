import { ApiProperty } from '@nestjs/swagger';

/** One rule that a field of the request breaks. */
export class FieldErrorDto {
  @ApiProperty({ type: String, description: 'The field, as the request names it.', example: 'title' })
  field: string;

  @ApiProperty({ type: String, description: 'What is wrong, fit to show to a person.', example: 'Title is required' })
  message: string;
}

/** The body of every answer that is not a success. */
export class ErrorDto {
  @ApiProperty({ type: 'integer', description: 'The HTTP status.', example: 400 })
  statusCode: number;

  @ApiProperty({ type: String, description: "The status in words.", example: 'Bad Request' })
  error: string;

  @ApiProperty({ type: String, description: 'What is wrong, fit to show to a person.', example: 'Title is required' })
  message: string;

  @ApiProperty({ type: () => [FieldErrorDto], required: false, description: 'Where a rule of a field is broken: each field with its message.' })
  errors?: FieldErrorDto[];
}
