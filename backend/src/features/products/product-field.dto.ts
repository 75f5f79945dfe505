import { ApiProperty } from '@nestjs/swagger';
import { FIELD_TYPES, type FieldType, type ProductField } from '../../records/product-field';
import { TextProperty } from '../../api/properties';

/** An extra field of products that has a type. */
export class ProductFieldDto {
  @TextProperty('Its name in `extraFields`.', 'Weight')
  key: string;

  @ApiProperty({
    enum: FIELD_TYPES,
    description: 'What its value is; it is written as text all the same.',
    example: 'number',
  })
  type: FieldType;

  @ApiProperty({ type: [String], nullable: true, description: 'Of a `choice`, what can be chosen.', example: null })
  choices: string[] | null;

  @TextProperty('What it is counted in; no part of the value.', 'kg', { nullable: true })
  unit: string | null;

  @TextProperty('A sentence for those who fill it in.', 'With its packaging.', { nullable: true })
  help: string | null;

  @TextProperty('What its value looks like, as a regular expression.', '^-?[0-9]{1,15}([.][0-9]{1,15})?$', {
    nullable: true,
  })
  pattern: string | null;

  @TextProperty('What is said of other values.', 'Weight must be a number', { nullable: true })
  message: string | null;

  static from(field: ProductField): ProductFieldDto {
    const { key, type, choices = null, unit = null, help = null, pattern = null, message = null } = field;
    return { key, type, choices, unit, help, pattern, message };
  }
}

/** The name of an extra field. */
export class ProductFieldNameDto {
  @TextProperty('The name.', 'Axle')
  name: string;
}
