import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { OneOf, OptionalText, QueryText, RequiredText } from '../../api/fields';
import { MAX_LONG_TEXT, NOT_BLANK_OR_HIDDEN } from '../../api/text';
import { withVersion } from '../../api/version-tag';
import { fieldProblem } from '../../http/field-problem';
import { ProductFilters } from '../../lists/filter-query.dto';
import { ImagesQuery, PlainListQuery, SearchText, Sorting } from '../../lists/list-query.dto';
import type { LastChange } from '../../changes/last-changes';
import type { Sort } from '../../lists/list-order';
import { ImageList } from '../../images/image-list.field';
import type { ImageText } from '../../images/image-reference';
import { ExtraFields } from './extra-fields.field';
import type { Product } from './product.entity';
import { IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';

/** The most characters of its texts. */
export const MAX_TEXTS = {
  name: 500,
  sku: 200,
  ean: 200,
  vehicle: 500,
  description: MAX_LONG_TEXT,
  status: 100,
} as const;

/** A product as it is created or replaced. */
export class CreateProductDto {
  @RequiredText({
    label: 'Name',
    max: MAX_TEXTS.name,
    description: 'What it is called.',
    example: 'Brake disc, ventilated',
  })
  name: string;

  @ApiProperty({ pattern: NOT_BLANK_OR_HIDDEN })
  @RequiredText({
    label: 'SKU',
    max: MAX_TEXTS.sku,
    description: 'Unique, compared exactly, and without invisible characters.',
    example: 'BD-280-V',
  })
  sku: string;

  @OptionalText({
    label: 'EAN',
    max: MAX_TEXTS.ean,
    description: 'The number under the bar code.',
    example: '4006633374668',
  })
  ean?: string | null;

  @OptionalText({
    label: 'Vehicle',
    max: MAX_TEXTS.vehicle,
    description: 'What it fits.',
    example: 'Volkswagen Golf VII 1.6 TDI',
  })
  vehicle?: string | null;

  @OptionalText({
    label: 'Description',
    max: MAX_TEXTS.description,
    description: 'A text.',
    example: 'Sold in pairs, with screws.',
  })
  description?: string | null;

  @ImageList({ minimum: 1, required: true, requiredMessage: 'At least one image is required' })
  images: string[];

  @ExtraFields()
  extraFields?: Record<string, string> | null;

  @OptionalText({
    label: 'Status',
    max: MAX_TEXTS.status,
    description: 'Free text; `active` unless given.',
    example: 'active',
  })
  status?: string | null;
}

/** A product as it replaces another: what is left out stays as it is, `null` clears. */
export class ReplaceProductDto extends CreateProductDto {}

/** A product of the registry. */
export class ProductDto {
  @IntegerProperty('The number of the product.', 1)
  id: number;

  @TextProperty('What the product is called.', 'Brake disc, ventilated')
  name: string;

  @TextProperty('The stock keeping unit.', 'BD-280-V')
  sku: string;

  @TextProperty('The article number under the bar code.', '4006633374668', { nullable: true })
  ean: string | null;

  @TextProperty('What it fits.', 'Volkswagen Golf VII 1.6 TDI', { nullable: true })
  vehicle: string | null;

  @TextProperty('Free text.', 'Sold in pairs, with screws.', { nullable: true })
  description: string | null;

  @ApiProperty({
    type: [String],
    description: 'Just as they were given, or with `images=url` as addresses.',
    example: ['https://shop.example/photos/brake-disc.jpg'],
  })
  images: ImageText[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Free fields by name.',
    example: { Axle: 'front' },
  })
  extraFields: Record<string, string>;

  @TextProperty('Free text; `active` unless it was set.', 'active')
  status: string;

  @TimeProperty('When it was last changed: on a page of a list that asks for it with `include`.', {
    required: false,
    nullable: true,
  })
  changedAt?: string | null;

  @IntegerProperty('The number of the user who did; `null` for what did not come through the API.', 1, {
    required: false,
    nullable: true,
  })
  changedById?: number | null;

  /** `images` are the row's references as the client asked for them. */
  static from(product: Product & LastChange, images: ImageText[]): ProductDto {
    const { id, name, sku, ean, vehicle, description, extraFields, status, version } = product;
    const fields = { id, name, sku, ean, vehicle, description, images, extraFields, status };
    if (product.changedAt === undefined) return withVersion(fields, version);
    const { changedAt, changedById } = product;
    return withVersion({ ...fields, changedAt: changedAt && changedAt.toISOString(), changedById }, version);
  }
}

/** Which products, in which order. */
class ProductFilter extends ProductFilters {
  @Sorting(['newest', 'oldest', 'name', 'sku', 'relevance'])
  sort?: Sort;

  @QueryText('status', { max: 100, description: 'Only those with exactly this status.', example: 'active' })
  status?: string;
}

export class ProductListQuery extends IntersectionType(PlainListQuery, ImagesQuery, ProductFilter) {
  @OneOf({
    label: 'include',
    values: ['lastChange'],
    description: 'With `lastChange`, each product of a page (`limit`) says when and by whom it was last changed.',
    example: 'lastChange',
    required: false,
  })
  include?: 'lastChange';
}

export class ProductSearchQuery extends IntersectionType(ProductListQuery, SearchText) {}

export class ProductExportQuery extends IntersectionType(SearchText, ProductFilter) {}

/** The most codes that are looked up at a time. */
const MAX_CODES = 20;
export const TOO_MANY_CODES = `At most ${MAX_CODES} codes are looked up at a time`;
/** Characters, which as bytes in percent still fit the 16 kB of headers that Node takes. */
const MAX_CODES_LENGTH = 1000;

/** Which products to find by their SKUs. */
export class ProductCodesQuery {
  @QueryText('codes', {
    max: MAX_CODES_LENGTH,
    required: true,
    description: `At most ${MAX_CODES} SKUs, compared exactly, with commas between them. Spaces around a code do not count.`,
    example: 'BD-280-V,BD-300-V',
  })
  codes: string;
}

/** The codes that a query names; 400 for too many. */
export function codesOf({ codes }: ProductCodesQuery): string[] {
  const named = codes
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  if (named.length > MAX_CODES) throw fieldProblem('codes', TOO_MANY_CODES);
  return named;
}

/** A product, as short as a link to it needs. */
export class ProductLinkDto extends PickType(ProductDto, ['id', 'sku', 'name']) {}
