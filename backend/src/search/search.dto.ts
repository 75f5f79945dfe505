import { ApiProperty } from '@nestjs/swagger';
import { QueryText, WholeNumber } from '../api/fields';
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
}

/** A stretch of text, and whether it is what was looked for. */
export class PieceDto {
  @ApiProperty({ description: 'The text as it is stored.', example: 'Brake' })
  text: string;

  @ApiProperty({ description: 'Whether it is what was looked for, to be shown as such.', example: true })
  match: boolean;
}

/** A record that was found. */
export class HitDto {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The number of the record.', example: 17 })
  id: number;

  @ApiProperty({ type: [PieceDto], description: 'The name of a product, the title of another record.' })
  title: PieceDto[];

  @ApiProperty({
    type: [PieceDto],
    description:
      'A stretch of another text of the record where that is where it was found: a SKU, a description, a response. Empty without one.',
  })
  fragment: PieceDto[];

  @ApiProperty({ description: 'Whether the text is exactly its SKU or EAN.', example: false })
  exact: boolean;
}

/** The hits of one kind, best first. */
export class HitsDto {
  @ApiProperty({ type: String, enum: recordTypeNames, description: 'What the records are.', example: 'product' })
  kind: string;

  @ApiProperty({ type: [HitDto], description: 'The best hits.' })
  hits: HitDto[];
}

/** What was found, by kind: the kind with the best hit first; kinds without a hit are left out. */
export class SearchAnswerDto {
  @ApiProperty({ type: [HitsDto], description: 'The hits by kind.' })
  groups: HitsDto[];
}
