import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { ChangedText, Check, OptionalText } from '../../../api/fields';
import { TextProperty } from '../../../api/properties';
import { charactersOf, malformed, NOT_BLANK } from '../../../api/text';
import { MAX_COLUMNS } from './csv-file';
import { isFieldName, MAX_FIELD_NAME, TARGETS, type ImportColumn, type Target } from './import-columns';

const PLACEHOLDER = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]\\S*)?$';
const MAX_PLACEHOLDER = 2048;

/** The picture for new products without one; it may be left out. */
function Placeholder(options: { nullable?: boolean } = {}): PropertyDecorator {
  const pattern = new RegExp(PLACEHOLDER, 'u');
  const isAddress = (value: unknown): boolean =>
    typeof value === 'string' && charactersOf(value) <= MAX_PLACEHOLDER && !malformed(value) && pattern.test(value);
  return applyDecorators(
    IsOptional(),
    Check('placeholder', (value) => (isAddress(value) ? null : 'placeholder must be an http(s) address')),
    ApiProperty({
      type: String,
      required: false,
      maxLength: MAX_PLACEHOLDER,
      pattern: PLACEHOLDER,
      description: 'The address of a picture for new products that come without one, which are bad rows otherwise.',
      example: 'https://shop.example/photos/none.jpg',
      ...options,
    }),
  );
}

const PROFILE = { label: 'Profile', example: 'nightly', max: 100 };

/** How to read a file. */
export class ImportQuery {
  @ChangedText({
    ...PROFILE,
    description:
      'The name of your profile of columns. If you have none of this name, the columns are read as proposed, and applying the import makes the profile. Left out, it is the last one that you used for a file with these headers.',
  })
  profile?: string;

  @Placeholder()
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

  @TextProperty('The name of the free field, with `field`; the header if left out.', 'Axle', {
    required: false,
    maxLength: MAX_FIELD_NAME,
    pattern: NOT_BLANK,
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

  @Placeholder({ nullable: true })
  placeholder?: string | null;

  @OptionalText({
    ...PROFILE,
    description:
      'Under which name applying the import keeps these choices. With null they are kept under a name of the format, if they are not what is proposed; left out, the name stays.',
  })
  profile?: string | null;
}

/** By hand: what is nested in a request comes as it was sent. */
function columnsProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_COLUMNS)
    return `columns must be a list of 1 to ${MAX_COLUMNS} columns`;
  return value.every(isColumn) ? null : 'A column must have a target, and may have a field';
}

function isColumn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { target, field, ...others } = value as Partial<ImportColumn>;
  const isNamed = field === undefined || isFieldName(field);
  return TARGETS.includes(target as Target) && isNamed && Object.keys(others).length === 0;
}
