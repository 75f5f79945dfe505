import { applyDecorators } from '@nestjs/common';
import { IntersectionType, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, OptionalIfAbsent, QueryText, readTime } from '../api/fields';
import { BooleanProperty, TextProperty, TimeProperty } from '../api/properties';
import { malformed } from '../api/text';
import { SearchText, Sorting } from './list-query.dto';

/** As many digits as a pattern can say: less than the database could hold. */
const MAX_ID = 999_999_999;
const ID = '[1-9][0-9]{0,8}';
const MAX_TAGS = 20;
const MAX_PRODUCTS = 200;
const MAX_FIELD = 2000;
/** UTF-16 units of the longest name of an extra field. */
const MAX_FIELD_NAME = 200;

const isId = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID;
const toId = (value: unknown): unknown =>
  typeof value === 'string' && new RegExp(`^${ID}$`).test(value) ? Number(value) : value;
const toIds = (value: unknown): unknown => (typeof value === 'string' ? value.split(',').map(toId) : value);
const areIds = (value: unknown, most: number): boolean =>
  Array.isArray(value) && value.length <= most && value.every(isId);

/** A parameter that may be left out: read from its text by `read`, else as it is; `isGood` says whether that can be used. */
function Filter(
  property: PropertyDecorator,
  read: (value: unknown) => unknown,
  isGood: (value: unknown) => boolean,
  message: string,
): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => read(value)),
    OptionalIfAbsent(),
    Check('filter', (value) => (isGood(value) ? null : message)),
    property,
  );
}

/** Several statuses in one text, with commas between them. */
export function Statuses(values: readonly string[]): PropertyDecorator {
  const one = `(${values.join('|')})`;
  return Filter(
    TextProperty('Only those with one of these statuses, with commas between them.', values[0], {
      required: false,
      pattern: `^${one}(,${one}){0,${values.length - 1}}$`,
    }),
    (value) => (typeof value === 'string' ? [...new Set(value.split(','))] : value),
    (value) => Array.isArray(value) && value.every((status) => values.includes(status as string)),
    `Status must be one of ${values.join(', ')}`,
  );
}

/** A point in time in a query; it may be left out. */
export function TimeFilter(name: string, description: string): PropertyDecorator {
  const example = '2026-12-01T08:00:00.000Z';
  return Filter(
    TimeProperty(description, { required: false, example }),
    readTime,
    (value) => value instanceof Date,
    `${name} must be a time such as ${example}`,
  );
}

function YesOrNo(name: string, description: string): PropertyDecorator {
  return Filter(
    BooleanProperty(description, true, { required: false }),
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    (value) => typeof value === 'boolean',
    `${name} must be true or false`,
  );
}

function HasImages(): PropertyDecorator {
  return YesOrNo('hasImages', 'Only those that have pictures, or only those that have none.');
}

/** What narrows a list of threads, beyond their status. Any of them hold together. */
export class ThreadFilters {
  @Filter(
    TextProperty('Only those that this colleague takes care of: a number, `me`, or `none` for nobody.', 'me', {
      required: false,
      pattern: `^(me|none|${ID})$`,
    }),
    toId,
    (value) => value === 'me' || value === 'none' || isId(value),
    'assignee must be me, none or the number of a colleague',
  )
  assignee?: number | 'me' | 'none';

  @Filter(
    TextProperty('Only those with this tag, or with all of several: numbers with commas between them.', '3,5', {
      required: false,
      pattern: `^${ID}(,${ID}){0,${MAX_TAGS - 1}}$`,
    }),
    toIds,
    (value) => areIds(value, MAX_TAGS),
    `tag must be the numbers of at most ${MAX_TAGS} tags`,
  )
  tag?: number[];

  @Filter(
    TextProperty('Only those linked to this product, or to any of several: numbers with commas between them.', '12', {
      required: false,
      pattern: `^${ID}(,${ID}){0,${MAX_PRODUCTS - 1}}$`,
    }),
    toIds,
    (value) => areIds(value, MAX_PRODUCTS),
    `product must be the numbers of at most ${MAX_PRODUCTS} products`,
  )
  product?: number[];

  @TimeFilter('createdFrom', 'Only those created then or later. `newest` and `oldest` then go by `createdAt`.')
  createdFrom?: Date;

  @TimeFilter('createdTo', 'Only those created before. `newest` and `oldest` then go by `createdAt`.')
  createdTo?: Date;

  @TimeFilter('waitingFrom', 'Only those whose customer waits since then or later.')
  waitingFrom?: Date;

  @TimeFilter('waitingTo', 'Only those whose customer has waited since before.')
  waitingTo?: Date;

  @YesOrNo('waiting', 'Only those whose customer waits for a response, or only those where nobody waits.')
  waiting?: boolean;

  @YesOrNo('snoozed', 'Only those that are put off to a time to come, or only those that are not.')
  snoozed?: boolean;

  @HasImages()
  hasImages?: boolean;
}

export interface ExtraField {
  name: string;
  value: string;
}

/** What narrows a list of products, beyond their status. */
export class ProductFilters {
  @HasImages()
  hasImages?: boolean;

  @Filter(
    TextProperty(
      'Only those with exactly this extra field: its name, a colon and its value. The name may have colons, too.',
      'Axle:front',
      {
        required: false,
        pattern: '^[^:\\u0000]+:[^\\u0000]+$',
        maxLength: MAX_FIELD,
      },
    ),
    (value) => (typeof value === 'string' ? fieldOf(value) : value),
    (value) => Array.isArray(value) && value.every((one) => typeof one === 'object'),
    `field must be a name, a colon and a value, at most ${MAX_FIELD} characters`,
  )
  field?: ExtraField[];
}

/** The extra fields that a text can mean, as a name may have colons too; the text itself where it means none. */
function fieldOf(text: string): ExtraField[] | string {
  if (!/^[^:]/.test(text) || text.length > MAX_FIELD || malformed(text)) return text;
  const colons = [...text.matchAll(/:/g)].map(({ index }) => index);
  const possible = colons.filter((at, index) => index === 0 || at <= MAX_FIELD_NAME);
  const readings = possible.map((at) => ({ name: text.slice(0, at), value: text.slice(at + 1) }));
  const meant = readings.filter(({ value }) => value !== '');
  return meant.length > 0 ? meant : text;
}

/** What narrows a list of any kind; not each kind has all of it. */
export class AnyFilters extends IntersectionType(SearchText, ThreadFilters, OmitType(ProductFilters, ['hasImages'])) {
  @QueryText('status', {
    max: 100,
    description: 'Only those with this status; of questions, problems and updates several with commas between them.',
    example: 'open',
  })
  status?: string;
}

/** The query of any list, without its pages. */
export class AnyListQuery extends AnyFilters {
  @Sorting(['newest', 'oldest', 'name', 'sku', 'waiting', 'relevance'])
  sort?: string;

  /** Of the queue alone. */
  @QueryText('kind', { max: 60, description: 'Only records of this kind.', example: 'question' })
  kind?: string;
}
