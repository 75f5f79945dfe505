import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { QueryText, WholeNumber } from '../api/fields';
import { BooleanProperty, IntegerProperty, TextProperty } from '../api/properties';
import { recordTypeNames } from '../records/record-type';

const MAX_TEXT = 200;
const MAX_HITS = 20;

/** What to look for in all records at once. */
export class SearchAllQuery {
  @QueryText('q', {
    max: MAX_TEXT,
    required: true,
    description:
      'What was typed so far: words, the last of which may be unfinished. Case and accents do not count; blank finds nothing.',
    example: 'brake dis',
  })
  q: string;

  @WholeNumber('limit', { min: 1, max: MAX_HITS, description: 'The most hits of each kind; 5 without it.', example: 5 })
  limit?: number;

  @ApiProperty({
    enum: ['true'],
    required: false,
    description: 'With `true`, each kind says how many records are found: up to 1,000, which means so many at least.',
    example: 'true',
  })
  @IsOptional()
  @IsIn(['true'], { message: 'totals must be true' })
  totals?: 'true';
}

/** A stretch of text, and whether it is what was looked for. */
export class PieceDto {
  @TextProperty('The text as it is stored.', 'Brake')
  text: string;

  @BooleanProperty('Whether it is what was looked for, to be shown as such.', true)
  match: boolean;
}

/** A record that was found. */
export class HitDto {
  @IntegerProperty('The number of the record.', 17, { minimum: 1 })
  id: number;

  @ApiProperty({ type: [PieceDto], description: 'The name of a product, the title of another record.' })
  title: PieceDto[];

  @ApiProperty({
    type: [PieceDto],
    description: 'A stretch of another text of the record that was found. Empty without one.',
  })
  fragment: PieceDto[];

  @BooleanProperty('Whether the text is exactly its SKU or EAN, or its number as `#17`.', false)
  exact: boolean;

  @TextProperty('Its SKU; null for a kind without one.', 'BD-280-V', { nullable: true })
  code: string | null;

  @TextProperty('The address of its first image; null without one.', 'https://shop.example/photos/brake-disc.jpg', {
    nullable: true,
  })
  image: string | null;

  @TextProperty('Its status; null for a kind without one.', 'open', { nullable: true })
  status: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was created; null for a kind that does not keep it.',
    example: '2026-11-24T08:30:00.000Z',
  })
  createdAt: string | null;
}

/** The hits of one kind, best first. */
export class HitsDto {
  @ApiProperty({ type: String, enum: recordTypeNames, description: 'What the records are.', example: 'product' })
  kind: string;

  @ApiProperty({ type: [HitDto], description: 'The best hits.' })
  hits: HitDto[];

  @BooleanProperty(
    'Whether the hits have some of the words only, because no record of this kind has all of them.',
    false,
  )
  partial: boolean;

  @IntegerProperty('With `totals`, how many records are found; 1000 means so many at least.', 22, {
    minimum: 1,
    maximum: 1000,
    required: false,
  })
  total?: number;
}

/** What was found, by kind: the kind with the best hit first; kinds without a hit are left out. */
export class SearchAnswerDto {
  @ApiProperty({ type: [HitsDto], description: 'The hits by kind.' })
  groups: HitsDto[];
}
