import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Check, OneOf } from '../../../api/fields';
import { PlainListQuery } from '../../../lists/list-query.dto';
import { ANY_TEXT, charactersOf, malformed } from '../../../api/text';
import { ENCODINGS, SEPARATORS } from './csv-file';
import { FORMATS, MAX_FIELD_NAME, TARGETS, type ImportColumn, type Target } from './import-columns';
import { ROW_STATES, type ImportCounts, type ProductImport, type RowState } from './product-import.entity';
import type { PreviewRow } from './product-imports.service';

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

/** A column of a file, as it is read. */
export class ImportColumnDto extends ImportTargetDto {
  @ApiProperty({ type: String, description: 'What stands in the first row.', example: 'Axle' })
  header: string;
}

const rows = (description: string): PropertyDecorator => ApiProperty({ type: 'integer', description, example: 12 });

/** How many rows there are of each kind. */
export class ImportCountsDto implements ImportCounts {
  @rows('Products that are not in the registry yet.')
  new: number;

  @rows('Products that would be changed.')
  changed: number;

  @rows('Products that are in the registry like this.')
  unchanged: number;

  @rows('Rows that cannot be taken; each says why.')
  bad: number;

  @rows('Rows that belong to the product of a row before them.')
  part: number;

  @rows('Rows, of all these, that come with a warning.')
  warned: number;
}

/** A file of products, and what would come of it. */
export class ProductImportDto {
  @ApiProperty({ type: 'integer', description: 'The number of the import.', example: 1 })
  id: number;

  @ApiProperty({ enum: ['ready', 'applying', 'applied'], description: 'How far it is.', example: 'ready' })
  state: 'ready' | 'applying' | 'applied';

  @ApiProperty({ enum: FORMATS, description: 'Whose export it is, by its headers.', example: 'plain' })
  format: string;

  @ApiProperty({ enum: SEPARATORS, description: 'What stands between the cells.', example: ';' })
  separator: string;

  @ApiProperty({ enum: ENCODINGS, description: 'How its characters are written.', example: 'utf-8' })
  encoding: string;

  @ApiProperty({ type: [ImportColumnDto], description: 'Its columns, as they are read now.' })
  columns: ImportColumnDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The picture for new products that come without one.',
    example: null,
  })
  placeholder: string | null;

  @ApiProperty({ type: ImportCountsDto, description: 'How many rows there are of each kind.' })
  counts: ImportCounts;

  @ApiProperty({
    type: 'integer',
    description: 'How many products have been written so far, of those that are new or changed.',
    example: 0,
  })
  written: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'What it has changed, to be taken back as a whole; null before it is applied, and where there was nothing to change.',
    example: null,
  })
  changeSet: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the file came.',
    example: '2026-11-21T09:30:00.000Z',
  })
  createdAt: string;

  /** `written` is null where nobody is applying it. */
  static from(
    { id, state, file, columns, placeholder, counts, changeSet, createdAt }: ProductImport,
    written: number | null = null,
  ): ProductImportDto {
    const all = counts.new + counts.changed;
    const isApplied = state === 'applied';
    return {
      id,
      state: isApplied ? 'applied' : written === null ? 'ready' : 'applying',
      ...file,
      columns,
      placeholder,
      counts,
      written: isApplied ? all : (written ?? 0),
      changeSet,
      createdAt: createdAt.toISOString(),
    };
  }
}

/** A value that an import would change. */
export class ImportChangeDto {
  @ApiProperty({ type: String, description: 'The field; a free one as `extraFields.` and its name.', example: 'name' })
  field: string;

  @ApiProperty({
    type: String,
    nullable: true,
    pattern: ANY_TEXT,
    description: 'The value of now, or its beginning.',
    example: 'Brake disc',
  })
  before: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    pattern: ANY_TEXT,
    description: 'The value of the file, or its beginning.',
    example: 'Brake disc, ventilated',
  })
  after: string | null;
}

/** A row of a file, and what would come of it. */
export class ImportRowDto {
  @ApiProperty({ type: 'integer', description: 'Its number in the file; the header is row 1.', example: 2 })
  row: number;

  @ApiProperty({ enum: ROW_STATES, description: 'What would come of it.', example: 'changed' })
  state: RowState;

  @ApiProperty({ type: String, description: 'The SKU in the file.', example: 'BD-280-V' })
  sku: string;

  @ApiProperty({ type: String, description: 'The name of the product.', example: 'Brake disc, ventilated' })
  name: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why it is bad.', example: null })
  problem: string | null;

  @ApiProperty({
    type: [String],
    description: 'What seems wrong; it is taken all the same.',
    example: ['The check digit of the EAN should be 8'],
  })
  warnings: string[];

  @ApiProperty({ type: [ImportChangeDto], description: 'What would change.' })
  changes: ImportChangeDto[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The row of the product that it belongs to.',
    example: null,
  })
  partOf: number | null;

  static from({ id, state, verdict: { sku, name, problem, warnings, changes, partOf } }: PreviewRow): ImportRowDto {
    return { row: id, state, sku, name, problem, warnings, changes, partOf };
  }
}

/** Which rows of a file to answer. */
export class ImportRowsQuery extends PlainListQuery {
  @OneOf({
    label: 'state',
    values: ROW_STATES,
    required: false,
    description: 'Only rows of this kind.',
    example: 'bad',
  })
  state?: RowState;
}
