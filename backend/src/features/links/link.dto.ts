import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Check, WholeNumber } from '../../api/fields';
import { MAX_LIMIT } from '../../api/operation';
import { IntegerProperty, TextProperty } from '../../api/properties';
import { RecordIds } from '../../api/record-ids';
import { KIND } from '../../api/record-reference';
import { IsKind } from '../../changes/change.dto';
import type { ImageText } from '../../images/image-reference';
import { ThreadDto } from '../../threads/thread.dto';
import { readCursor } from './record-cursor';

/** A product of a record, with what one needs to answer without leaving it. */
export class LinkedProductFieldsDto {
  @IntegerProperty('The number of the product.', 1)
  id: number;

  @TextProperty('The stock keeping unit.', 'BD-280-V')
  sku: string;

  @TextProperty('The article number under the bar code.', '4006633374668', { nullable: true })
  ean: string | null;

  @TextProperty('What the product is called.', 'Brake disc, ventilated')
  name: string;

  @TextProperty('What it fits.', 'Volkswagen Golf VII 1.6 TDI', { nullable: true })
  vehicle: string | null;

  @TextProperty('Free text; `active` unless it was set.', 'active')
  status: string;

  @ApiProperty({
    type: [String],
    description: 'Its images, as addresses.',
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
}

/** A product that a record is about, or may be about. */
export class LinkedProductDto {
  @ApiProperty({ type: LinkedProductFieldsDto, description: 'The product.' })
  product: LinkedProductFieldsDto;

  @ApiProperty({
    enum: ['code', 'person'],
    description: 'Who says so: its code or its name in the text, or a person.',
    example: 'code',
  })
  source: 'code' | 'person';

  @ApiProperty({
    enum: ['linked', 'suggested'],
    description: '`suggested` where only its name, or a short or plain code, is in the text: confirm or reject it.',
    example: 'linked',
  })
  state: 'linked' | 'suggested';
}

/** Which records of a product to answer. */
export class ProductRecordsQuery {
  @TextProperty('Only those of this kind.', 'question', { required: false, pattern: KIND.source })
  @IsOptional()
  @IsKind()
  kind?: string;

  @WholeNumber('limit', {
    min: 1,
    max: MAX_LIMIT,
    description: 'The most records to answer; 50 unless given.',
    example: 50,
  })
  limit?: number;

  @TextProperty('Where the page before ended.', 'MjAyNi0xMS0yMVQwOTozMDowMC4wMDBafHF1ZXN0aW9ufDc', {
    required: false,
    pattern: '^[A-Za-z0-9_-]{1,200}$',
  })
  @IsOptional()
  @Check('cursor', (value) => (readCursor(value) === null ? 'cursor must come from the page before' : null))
  cursor?: string;
}

const THREAD_FIELDS = ['id', 'title', 'createdAt', 'createdById', 'waitingSince', 'tagIds', 'responseCount'] as const;

/** A record that is about a product. Kinds without responses have neither `waitingSince` nor `responseCount`. */
export class ProductRecordDto extends PickType(ThreadDto, THREAD_FIELDS) {
  @TextProperty('Its kind.', 'question')
  kind: string;

  @TextProperty('Its status.', 'open')
  status: string;
}

/** How many records of a product have a status. */
export class ProductRecordCountDto {
  @TextProperty('The kind.', 'question')
  kind: string;

  @TextProperty('The status.', 'open')
  status: string;

  @IntegerProperty('How many there are.', 4, { minimum: 1 })
  count: number;
}

/** The records that are about a product. */
export class ProductRecordsDto {
  @ApiProperty({ type: [ProductRecordDto], description: 'Newest first.' })
  items: ProductRecordDto[];

  @ApiProperty({ type: [ProductRecordCountDto], description: 'All of them, by kind and status; none that is 0.' })
  counts: ProductRecordCountDto[];

  @TextProperty(
    '`cursor` for the next page; null where there is none.',
    'MjAyNi0xMS0yMVQwOTozMDowMC4wMDBafHF1ZXN0aW9ufDc',
    {
      nullable: true,
    },
  )
  cursor: string | null;
}

/** The products whose records are counted. */
export class OpenRecordsQuery {
  @RecordIds()
  ids: number[];
}

/** How much about a product is not resolved. */
export class OpenRecordsDto {
  @IntegerProperty('The number of the product.', 1)
  productId: number;

  @IntegerProperty('How many questions and problems about it are open or in progress.', 2, { minimum: 1 })
  count: number;
}
