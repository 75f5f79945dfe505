import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { ChangedText, Check, OneOf, OptionalIfAbsent, OptionalText } from '../../../api/fields';
import { BooleanProperty, TextProperty } from '../../../api/properties';
import { charactersOf, NOT_BLANK } from '../../../api/text';
import { isImageAddress } from '../../../images/image-list.field';
import { SAMPLE_PHOTO } from '../../../images/image-reference';
import { MAX_COLUMNS } from './csv-file';
import { isFieldName, MAX_FIELD_NAME, TARGETS, type ImportColumn, type Target } from './import-columns';

const PLACEHOLDER = `^([Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]\\S*)?|${SAMPLE_PHOTO})$`;
/** What products without a picture get unless another is chosen, or none. */
export const DEFAULT_PLACEHOLDER = '/stock-photos/1.webp';
const MAX_PLACEHOLDER = 2048;

/** The picture for products without one; it may be left out. */
function Placeholder({
  none,
  more,
  ...options
}: { none: ''; more: string } | { none: null; more: string; nullable: true }): PropertyDecorator {
  const allowed = none === '' ? PLACEHOLDER.replace(/\$$/, '?$') : PLACEHOLDER;
  const pattern = new RegExp(allowed, 'u');
  const isAddress = (value: unknown): boolean =>
    typeof value === 'string' &&
    charactersOf(value) <= MAX_PLACEHOLDER &&
    pattern.test(value) &&
    (value === '' || isImageAddress(value));
  return applyDecorators(
    IsOptional(),
    Check('placeholder', (value) =>
      isAddress(value) ? null : 'placeholder must be an http(s) address or the path of a sample photo',
    ),
    ApiProperty({
      type: String,
      required: false,
      maxLength: MAX_PLACEHOLDER,
      pattern: allowed,
      description: `The address of a picture, or the path of a sample photo, for products that come without one and have none. ${more}`,
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

  @Placeholder({
    none: '',
    more: 'Left out, it is that of the profile, else the sample photo of the app. Left empty, there is none, and such rows are bad.',
  })
  placeholder?: string;

  @OneOf({
    label: 'makeSkus',
    values: ['true', 'false'],
    required: false,
    description:
      'Whether a row without a SKU gets one, made from its handle and options, its number in the file, or its name: `true` if left out. The same file has the same ones every time. But one from a number may be that of a product with another name, picture, EAN and description: the row gets one with its name then.',
    example: 'true',
  })
  makeSkus?: 'true' | 'false';
}

/** What a column of a file is made into. */
export class ImportTargetDto {
  @ApiProperty({
    enum: TARGETS,
    description:
      'A field of the product; `html` is a description in HTML. `field` is a free field, `fields` several as a JSON object, and `fieldName` the name of the one whose value stands in the next `fieldValue`. ' +
      'Rows with the same `group` share what they leave empty: its `groupImages` are those of each of its products, and an `option` stands behind the name. ' +
      'A product is active where `status` and `published` say so. A row is a `part` of its product where this says anything but `Product`. `attributes` are free fields as `a=b,c=d`. ' +
      'SKUs can be made from the `id`, the number in another shop. `ignore` leaves the column out.',
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

  @Placeholder({
    none: null,
    nullable: true,
    more: 'Left out, it stays as it is. With null there is none, and such rows are bad.',
  })
  placeholder?: string | null;

  @OptionalIfAbsent()
  @Check('makeSkus', (value) => (typeof value === 'boolean' ? null : 'makeSkus must be true or false'))
  @BooleanProperty('Whether a row without a SKU gets one; left out, it stays as it is.', true, { required: false })
  makeSkus?: boolean;
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
  const problems = value.map(columnProblem);
  const index = problems.findIndex((problem) => problem !== null);
  return index < 0 ? null : `Column ${index + 1}: ${problems[index]}`;
}

function columnProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'a column must have a target, and may have a field';
  const { target, field, ...others } = value as Partial<ImportColumn>;
  const [other] = Object.keys(others);
  if (other !== undefined) return `a column has a target and a field, and no ${other}`;
  if (!TARGETS.includes(target as Target)) return `target must be one of ${TARGETS.join(', ')}`;
  return field === undefined || isFieldName(field) ? null : `field must be a text of 1 to ${MAX_FIELD_NAME} characters`;
}
