import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Check } from '../../../api/fields';
import { charactersOf, malformed } from '../../../api/text';
import { MAX_FIELD_NAME, TARGETS, type ImportColumn, type Target } from './import-columns';

const PLACEHOLDER = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]\\S*)?$';
const MAX_PLACEHOLDER = 2048;
const MAX_COLUMNS = 500;

function Placeholder(): PropertyDecorator {
  const wrong = 'placeholder must be an http(s) address';
  const check = Check('placeholder', (value) =>
    typeof value === 'string' &&
    charactersOf(value) <= MAX_PLACEHOLDER &&
    !malformed(value) &&
    new RegExp(PLACEHOLDER, 'u').test(value)
      ? null
      : wrong,
  );
  return (target, property) => {
    IsOptional()(target, property as string);
    check(target, property);
  };
}

const PLACEHOLDER_FIELD = {
  type: String,
  required: false,
  maxLength: MAX_PLACEHOLDER,
  pattern: PLACEHOLDER,
  description:
    'The address of a picture for new products that come without one. Without it such rows are bad, since every product has an image.',
  example: 'https://shop.example/photos/none.jpg',
};

/** How to read a file. */
export class ImportQuery {
  @Placeholder()
  @ApiProperty(PLACEHOLDER_FIELD)
  placeholder?: string;
}

/** What a column of a file is made into. */
export class ImportTargetDto {
  @ApiProperty({
    enum: TARGETS,
    description:
      'A field of the product; `html` is a description in HTML. `field` is a free field, `fields` several as a JSON object, and `fieldName` the name of the one whose value stands in the next `fieldValue`. ' +
      'Rows with the same `group` share what they leave empty: its `groupImages` are those of each of its products, and an `option` stands behind the name. `ignore` leaves the column out.',
    example: 'field',
  })
  target: Target;

  @ApiProperty({
    type: String,
    required: false,
    maxLength: MAX_FIELD_NAME,
    pattern: '^(?!\\s*$)[^\\u0000]*$',
    description: 'The name of the free field, with `field`; the header if left out.',
    example: 'Axle',
  })
  field?: string;
}

/** How to read the columns of a file. */
export class ImportMappingDto {
  @ApiProperty({
    type: [ImportTargetDto],
    minItems: 1,
    maxItems: MAX_COLUMNS,
    description: 'One for each column of the file, in their order.',
    example: [{ target: 'sku' }],
  })
  @Check('columns', (value) => columnsProblem(value))
  columns: Omit<ImportColumn, 'header'>[];

  @Placeholder()
  @ApiProperty({ ...PLACEHOLDER_FIELD, nullable: true })
  placeholder?: string | null;
}

/** By hand: what is nested in a request comes as it was sent. */
function columnsProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_COLUMNS)
    return `columns must be a list of 1 to ${MAX_COLUMNS} columns`;
  return value.every(isColumn) ? null : 'A column must have a target, and may have a field';
}

function isColumn(value: unknown): boolean {
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.keys(value).some((key) => key !== 'target' && key !== 'field')
  )
    return false;
  const { target, field } = value as Partial<ImportColumn>;
  return (
    TARGETS.includes(target as Target) &&
    (field === undefined ||
      (typeof field === 'string' && field.trim() !== '' && charactersOf(field) <= MAX_FIELD_NAME && !malformed(field)))
  );
}
