import { ApiProperty } from '@nestjs/swagger';
import { FIELD_TYPES, type FieldType, type ProductField } from '../../records/product-field';

/** An extra field of products that has a type. */
export class ProductFieldDto {
  @ApiProperty({ type: String, description: 'Its name in `extraFields`.', example: 'Weight' })
  key: string;

  @ApiProperty({
    enum: FIELD_TYPES,
    description: 'What its value is; it is written as text all the same.',
    example: 'number',
  })
  type: FieldType;

  @ApiProperty({ type: [String], nullable: true, description: 'Of a `choice`, what can be chosen.', example: null })
  choices: string[] | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What it is counted in; no part of the value.',
    example: 'kg',
  })
  unit: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'A sentence for those who fill it in.',
    example: 'With its packaging.',
  })
  help: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What its value looks like, as a regular expression.',
    example: '^-?[0-9]{1,15}([.][0-9]{1,15})?$',
  })
  pattern: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What is said of other values.',
    example: 'Weight must be a number',
  })
  message: string | null;

  static from({ key, type, choices, unit, help, pattern, message }: ProductField): ProductFieldDto {
    return {
      key,
      type,
      choices: choices ?? null,
      unit: unit ?? null,
      help: help ?? null,
      pattern: pattern ?? null,
      message: message ?? null,
    };
  }
}
