import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../../api/fields';
import { PlainListQuery } from '../../../lists/list-query.dto';
import { ANY_TEXT } from '../../../api/text';
import { withVersion } from '../../../api/version-tag';
import { ENCODINGS, SEPARATORS } from './csv-file';
import { FORMATS, lacksSku } from './import-columns';
import { recognise } from './presets/recognise';
import { ImportTargetDto } from './import-mapping.dto';
import { NO_ROWS, ROW_STATES, type ImportCounts, type ProductImport, type RowState } from './product-import.entity';
import type { PreviewRow, RowFilter } from './import-rows';
import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../../api/properties';

/** A column of a file, as it is read. */
export class ImportColumnDto extends ImportTargetDto {
  @TextProperty('What stands in the first row.', 'Axle')
  header: string;

  @ApiProperty({
    type: [String],
    maxItems: 3,
    description: 'The first values that stand in it, or their beginning.',
    example: ['front', 'rear'],
  })
  samples: string[];
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

  @rows('Rows, of all these, whose products get the placeholder: they have no picture.')
  usingPlaceholder: number;
}

const NO_SKU = 'No column was recognised as the SKU. Choose the column of the SKU';

/** A file of products, and what would come of it. */
export class ProductImportDto {
  @IntegerProperty('The number of the import.', 1)
  id: number;

  @ApiProperty({ enum: ['ready', 'applying', 'applied'], description: 'How far it is.', example: 'ready' })
  state: 'ready' | 'applying' | 'applied';

  @ApiProperty({ enum: FORMATS, description: 'Whose export it is, by its headers.', example: 'plain' })
  format: string;

  @ApiProperty({ enum: SEPARATORS, description: 'What stands between the cells.', example: ';' })
  separator: string;

  @ApiProperty({ enum: ENCODINGS, description: 'How its characters are written.', example: 'utf-8' })
  encoding: string;

  @BooleanProperty('Whether it is an Excel workbook. Its separator and encoding mean nothing.', false)
  isWorkbook: boolean;

  @TextProperty('The name of its first sheet, the only one that is read; null where it is no workbook.', null, {
    nullable: true,
  })
  sheet: string | null;

  @ApiProperty({ type: [ImportColumnDto], description: 'Its columns, as they are read now.' })
  columns: ImportColumnDto[];

  @ApiProperty({
    type: [ImportTargetDto],
    description:
      'What is proposed for each column by the headers, and by whether the first rows have HTML in the description.',
  })
  proposal: ImportTargetDto[];

  @TextProperty(
    'The name of the profile that the columns are read by, or that applying it makes; null for none.',
    'nightly',
    { nullable: true },
  )
  profile: string | null;

  @ApiProperty({
    type: [String],
    description: 'The headers of columns that are left out although they have values.',
    example: ['Stock'],
  })
  ignored: string[];

  @TextProperty('What is wrong with the file as a whole: no row can be taken.', null, { nullable: true })
  problem: string | null;

  @BooleanProperty('Whether rows without a SKU get one.', true)
  makeSkus: boolean;

  @TextProperty('The picture for products that come without one and have none.', null, { nullable: true })
  placeholder: string | null;

  @ApiProperty({ type: ImportCountsDto, description: 'How many rows there are of each kind.' })
  counts: ImportCounts;

  @IntegerProperty('How many products have been written so far, of those that are new or changed.', 0)
  written: number;

  @TextProperty(
    'What it has changed, to be taken back as a whole; null before it is applied, and where there was nothing to change.',
    null,
    { format: 'uuid', nullable: true },
  )
  changeSet: string | null;

  @TimeProperty('When the file came.')
  createdAt: string;

  /** `written` is null where nobody is applying it. */
  static from(
    { id, state, file, columns, profile, placeholder, counts, version, changeSet, createdAt }: ProductImport,
    written: number | null = null,
  ): ProductImportDto {
    const all = counts.new + counts.changed;
    const isApplied = state === 'applied';
    const { format, separator, encoding, isWorkbook = false, sheet = null, makeSkus, samples, hasHtml } = file;
    const headers = columns.map(({ header }) => header);
    const answer: ProductImportDto = {
      id,
      state: isApplied ? 'applied' : written === null ? 'ready' : 'applying',
      format,
      separator,
      encoding,
      isWorkbook,
      sheet,
      columns: columns.map((column, index) => ({ ...column, samples: samples[index] })),
      proposal: recognise(headers, hasHtml).columns.map(({ header: _header, ...target }) => target),
      profile: profile?.name ?? null,
      ignored: headers.filter((_, index) => columns[index].target === 'ignore' && samples[index].length > 0),
      problem: lacksSku(columns, makeSkus) ? NO_SKU : null,
      makeSkus,
      placeholder,
      counts: { ...NO_ROWS, ...counts },
      written: isApplied ? all : (written ?? 0),
      changeSet,
      createdAt: createdAt.toISOString(),
    };
    return withVersion(answer, version);
  }
}

/** A value that an import would change. */
export class ImportChangeDto {
  @TextProperty('The field; a free one as `extraFields.` and its name.', 'name')
  field: string;

  @TextProperty('The value of now, or its beginning.', 'Brake disc', { nullable: true, pattern: ANY_TEXT })
  before: string | null;

  @TextProperty('The value of the file, or its beginning.', 'Brake disc, ventilated', {
    nullable: true,
    pattern: ANY_TEXT,
  })
  after: string | null;
}

/** A value that an import would write of a new product. */
export class ImportValueDto {
  @TextProperty('The field; a free one as `extraFields.` and its name.', 'vehicle')
  field: string;

  @TextProperty('The value, or its beginning; of `images` how many there are.', 'Golf VII', { pattern: ANY_TEXT })
  value: string;
}

/** A row of a file, and what would come of it. */
export class ImportRowDto {
  @IntegerProperty('Its number in the file; the header is row 1.', 2)
  row: number;

  @ApiProperty({ enum: ROW_STATES, description: 'What would come of it.', example: 'changed' })
  state: RowState;

  @TextProperty('The SKU in the file.', 'BD-280-V')
  sku: string;

  @TextProperty('The name of the product.', 'Brake disc, ventilated')
  name: string;

  @TextProperty('Why it is bad.', null, { nullable: true })
  problem: string | null;

  @ApiProperty({
    type: [String],
    description: 'What seems wrong; it is taken all the same.',
    example: ['The check digit of 4006633374669 should be 8'],
  })
  warnings: string[];

  @BooleanProperty('Whether its product gets the placeholder: it has no picture.', false)
  usesPlaceholder: boolean;

  @ApiProperty({ type: [ImportChangeDto], description: 'What would change.' })
  changes: ImportChangeDto[];

  @ApiProperty({
    type: [ImportValueDto],
    required: false,
    description: 'What would be written of a new product, without its name and SKU; left out for other rows.',
  })
  values?: ImportValueDto[];

  @IntegerProperty('The row of the product that it belongs to.', null, { nullable: true })
  partOf: number | null;

  static from({ id, state, verdict }: PreviewRow): ImportRowDto {
    const { sku, name, problem, warnings, usesPlaceholder = false, changes, values, partOf } = verdict;
    return { row: id, state, sku, name, problem, warnings, usesPlaceholder, changes, values, partOf };
  }
}

/** Which rows of a file to answer. */
export class ImportRowsQuery extends PlainListQuery implements RowFilter {
  @OneOf({ label: 'state', values: ROW_STATES, required: false, description: 'Only these rows.', example: 'bad' })
  state?: RowState;

  @OneOf({
    label: 'warned',
    values: ['true', 'false'],
    required: false,
    description: 'With `true` only rows that come with a warning, with `false` only the others.',
    example: 'true',
  })
  warned?: 'true' | 'false';
}
