import { applyDecorators } from '@nestjs/common';
import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { Check, OneOf, QueryText, WholeNumber } from '../api/fields';
import { MAX_LIMIT } from '../api/operation';
import { TextProperty } from '../api/properties';
import { isId } from '../api/record-reference';
import { malformed } from '../api/text';
import type { Sort } from './list-order';
import { CURSOR_PROBLEM, type KeysetCursor } from './page';

const MAX_SEARCH = 200;
const MAX_CURSOR = 600;

/** How images are answered: as given, or as addresses of their own. */
export class ImagesQuery {
  @ApiProperty({
    enum: ['url'],
    required: false,
    description:
      'With `url`, each uploaded image is answered as a short, cacheable address (`/api/images/{sha256}`) in place of its data URL.',
    example: 'url',
  })
  @IsOptional()
  @IsIn(['url'], { message: 'images must be url' })
  images?: 'url';
}

/** Which part of a list to answer. */
export class PlainListQuery {
  @WholeNumber('limit', {
    min: 1,
    max: MAX_LIMIT,
    description: 'The most records to answer; without it the whole list is streamed.',
    example: 50,
  })
  limit?: number;

  @TextProperty('Where the page before ended: taken from the `Link` header with `rel="next"`.', 'aWQ6NTE', {
    required: false,
    pattern: `^[A-Za-z0-9_-]{1,${MAX_CURSOR}}$`,
  })
  @IsOptional()
  @Check('cursor', (value) => (readCursor(value) === null ? CURSOR_PROBLEM : null))
  cursor?: string;
}

/** In which order. */
export class Sorted {
  @Sorting(['newest', 'oldest', 'relevance'])
  sort?: Sort;
}

/** Which records of a list to answer, in which order. */
export class SortedQuery extends IntersectionType(PlainListQuery, Sorted) {}

/** In what order to answer a list; newest first unless given. */
export function Sorting(values: (Sort | 'waiting')[]): PropertyDecorator {
  return applyDecorators(
    OneOf({
      label: 'sort',
      values,
      required: false,
      description:
        'In what order; `newest` (first) unless given. With `relevance`, `q` is searched as `GET /api/search` does: the best 1,000 records, best first; without `q` it is `newest`.',
      example: 'newest',
    }),
    ApiProperty({ default: 'newest' }),
  );
}

/** The text of a search: every word of it must occur. */
export class SearchText {
  @QueryText('q', {
    max: MAX_SEARCH,
    description:
      'Words, each of which must occur somewhere in the record, whatever its case and accents; blank answers the full list.',
    example: 'brake 280',
  })
  q?: string;
}

/** The opaque cursor for the page after this position. */
export function writeCursor({ id, $key }: KeysetCursor): string {
  return Buffer.from($key === undefined ? `id:${id}` : `id:${id}:${$key}`).toString('base64url');
}

/** The position that a cursor stands for, or null for one that we have not made. */
export function readCursor(cursor: unknown): KeysetCursor | null {
  if (typeof cursor !== 'string' || cursor.length > MAX_CURSOR) return null;
  const [, id, $key] = /^id:([1-9]\d{0,9})(?::(.*))?$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = { id: Number(id), $key };
  return isId(position.id) && !malformed($key ?? '') && writeCursor(position) === cursor ? position : null;
}
