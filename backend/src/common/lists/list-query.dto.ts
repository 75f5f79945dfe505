import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { Check, WholeNumber } from '../api/fields';
import { ANY_TEXT, charactersOf, malformed } from '../text/text';

export const MAX_LIMIT = 200;
const MAX_SEARCH = 200;

/** How images are answered: as given, or as addresses of their own. */
export class ImagesQuery {
  @ApiProperty({
    enum: ['url'],
    required: false,
    description: 'With `url`, each uploaded image is answered as a short, cacheable address (`/api/images/{sha256}`) in place of its data URL.',
    example: 'url',
  })
  @IsOptional()
  @IsIn(['url'], { message: 'images must be url' })
  images?: 'url';
}

/** Which part of a list to answer. */
export class PlainListQuery {
  @WholeNumber('limit', { min: 1, max: MAX_LIMIT, description: 'The most records to answer; without it the whole list is streamed.', example: 50 })
  limit?: number;

  @ApiProperty({
    type: String,
    required: false,
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    description: 'Where the page before ended: taken from the `Link` header with `rel="next"`, never made by hand.',
  })
  @IsOptional()
  @Check('cursor', (value) => (readCursor(value) === null ? 'cursor must come from the Link header of the page before' : null))
  cursor?: string;
}

/** A list cut down to the records in which every word of `q` occurs. */
export class PlainSearchQuery extends PlainListQuery {
  @ApiProperty({
    type: String,
    required: false,
    maxLength: MAX_SEARCH,
    pattern: ANY_TEXT,
    description: 'Words, each of which must occur somewhere in the record, whatever its case and accents; blank answers the full list.',
    example: 'brake 280',
  })
  @IsOptional()
  @Check('q', searchProblem)
  q?: string;
}

/** Of records with images. */
export class ListQuery extends IntersectionType(PlainListQuery, ImagesQuery) {}

/** Of records with images. */
export class SearchQuery extends IntersectionType(PlainSearchQuery, ImagesQuery) {}

/** What is wrong with a text to search for, or null. */
export function searchProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'q must be one text';
  if (charactersOf(value) > MAX_SEARCH) return `q must be at most ${MAX_SEARCH} characters`;
  const problem = malformed(value);
  return problem && `q ${problem}`;
}

/** The opaque cursor for the page after the record with this id. */
export function writeCursor(id: number): string {
  return Buffer.from(`id:${id}`).toString('base64url');
}

/** The id that a cursor stands for, or null for one that we have not made. */
export function readCursor(cursor: unknown): number | null {
  if (typeof cursor !== 'string' || cursor.length > 32) return null;
  const id = /^id:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return id && Number(id) <= 2147483647 && writeCursor(Number(id)) === cursor ? Number(id) : null;
}
