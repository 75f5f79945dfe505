import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { KIND, readCursor, writeCursor } from '../../changes/change.dto';
import { OPERATIONS, type ChangeOperation } from '../../changes/change.entity';
import { Check, OptionalIfAbsent, WholeNumber } from '../../api/fields';
import type { Webhook, WebhookDelivery } from './webhook.entity';

const MAX_KINDS = 50;
const MAX_URL = 2000;
/** As far as a pattern can say it; the server may let more through on an intranet. */
const URL_PATTERN =
  '^https://([A-Za-z0-9](-?[A-Za-z0-9]){0,62}\\.){1,5}[A-Za-z](-?[A-Za-z0-9]){0,62}(:[1-9][0-9]{0,3})?(/[!-~]*)?$';

function isTarget(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password;
}

function Target(): PropertyDecorator {
  return applyDecorators(
    Check('target', (value) =>
      isTarget(value) ? null : `url must be an https address of at most ${MAX_URL} characters, without a user`,
    ),
    ApiProperty({
      type: String,
      maxLength: MAX_URL,
      pattern: URL_PATTERN,
      description: 'Where changes are sent: https, at a public address.',
      example: 'https://shop.example/changes',
    }),
  );
}

/** A list of words, or null for all of them; left out, it stays as it is. */
function Words(
  name: string,
  { word, schema, description }: { word: RegExp; schema: object; description: string },
): PropertyDecorator {
  const message = `${name} must be a list of 1 to ${MAX_KINDS} of what the documentation names, or null for all`;
  return applyDecorators(
    IsOptional(),
    Check('words', (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.length <= MAX_KINDS &&
      value.every((one) => typeof one === 'string' && word.test(one))
        ? null
        : message,
    ),
    ApiProperty({
      type: 'array',
      items: schema,
      minItems: 1,
      maxItems: MAX_KINDS,
      required: false,
      nullable: true,
      description,
    } as never),
  );
}

function Kinds(): PropertyDecorator {
  return Words('kinds', {
    word: KIND,
    schema: { type: 'string', pattern: KIND.source, example: 'problem' },
    description: 'Only changes of these kinds of record, such as `problem`; null for all.',
  });
}

function Operations(): PropertyDecorator {
  return Words('operations', {
    word: /^(insert|update|delete)$/,
    schema: { type: 'string', enum: OPERATIONS },
    description: 'Only changes of these sorts; null for all.',
  });
}

function Active(): PropertyDecorator {
  return applyDecorators(
    OptionalIfAbsent(),
    Check('active', (value) => (typeof value === 'boolean' ? null : 'active must be true or false')),
    ApiProperty({
      type: Boolean,
      required: false,
      description: 'Whether anything is sent. Its place in the feed is kept meanwhile.',
      example: true,
    }),
  );
}

/** What one makes a webhook with. */
export class CreateWebhookDto {
  @Target()
  url: string;

  @Kinds()
  kinds?: string[] | null;

  @Operations()
  operations?: ChangeOperation[] | null;

  @Active()
  active?: boolean;
}

/** What one changes a webhook with: what is left out stays as it is. */
export class ChangeWebhookDto {
  @OptionalIfAbsent()
  @Target()
  @ApiProperty({ required: false })
  url?: string;

  @Kinds()
  kinds?: string[] | null;

  @Operations()
  operations?: ChangeOperation[] | null;

  @Active()
  active?: boolean;
}

/** Where to go back to. */
export class ReplayQuery {
  @ApiProperty({
    type: String,
    required: false,
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    description: 'A cursor of the feed of changes; left out, the feed is sent from its beginning.',
    example: 'YzoxMjM',
  })
  @IsOptional()
  @Check('after', (value) => (readCursor(value) === null ? 'after must be a cursor of this feed' : null))
  after?: string;
}

/** How many deliveries to answer. */
export class DeliveriesQuery {
  @WholeNumber('limit', {
    min: 1,
    max: 200,
    description: 'The most to answer, the newest; 100 if left out.',
    example: 100,
  })
  limit?: number;
}

const wanted = { type: 'array', items: { type: 'string' }, nullable: true } as const;

/** A webhook, without its secret. */
export class WebhookDto {
  @ApiProperty({ type: 'integer', description: 'The number of the webhook.', example: 1 })
  id: number;

  @ApiProperty({ type: String, description: 'Where changes are sent.', example: 'https://shop.example/changes' })
  url: string;

  @ApiProperty({
    ...wanted,
    description: 'Only changes of these kinds of record; null for all.',
    example: null,
  } as never)
  kinds: string[] | null;

  @ApiProperty({ ...wanted, description: 'Only changes of these sorts; null for all.', example: null } as never)
  operations: ChangeOperation[] | null;

  @ApiProperty({ type: Boolean, description: 'Whether anything is sent.', example: true })
  active: boolean;

  @ApiProperty({
    type: String,
    description: 'All changes up to this cursor of the feed were delivered.',
    example: 'YzoxMjM',
  })
  cursor: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when nothing gets through; null where all is well.',
    example: null,
  })
  failingSince: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When it was made.',
    example: '2026-11-21T09:30:00.000Z',
  })
  createdAt: string;

  @ApiProperty({ type: 'integer', description: 'The number of the user who made it.', example: 1 })
  createdById: number;

  static from({
    id,
    url,
    kinds,
    operations,
    active,
    position,
    failingSince,
    createdAt,
    createdById,
  }: Webhook): WebhookDto {
    return {
      id,
      url,
      kinds,
      operations,
      active,
      cursor: writeCursor(position),
      failingSince: failingSince?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      createdById,
    };
  }
}

/** A new webhook. */
export class NewWebhookDto extends WebhookDto {
  @ApiProperty({
    type: String,
    description: 'By which what is sent is signed, told only now.',
    example: 'whsec_c2hvd24gb25jZSBhbmQga2VwdCBhcyBhIGhhc2ggb25s',
  })
  secret: string;
}

/** A batch of changes that was sent to a webhook, or is to be. */
export class DeliveryDto {
  @ApiProperty({ type: 'integer', description: 'The number of the delivery.', example: 1 })
  id: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'The `Webhook-Id` that the receiver gets, the same at every try.',
    example: '5d0c2b1a-9e8f-4c7d-8b6a-1f2e3d4c5b6a',
  })
  uuid: string;

  @ApiProperty({ type: 'integer', description: 'How many changes are in it.', example: 3 })
  changes: number;

  @ApiProperty({ type: String, description: 'They come after this cursor of the feed …', example: 'YzoxMjA' })
  after: string;

  @ApiProperty({ type: String, description: '… and end with this one.', example: 'YzoxMjM' })
  cursor: string;

  @ApiProperty({ type: Boolean, description: 'Whether it was asked for once more.', example: false })
  isReplay: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether it got through.', example: true })
  isDelivered: boolean;

  @ApiProperty({ type: 'integer', description: 'How often it was tried.', example: 1 })
  attempts: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The status of the last answer; null where there was none.',
    example: 200,
  })
  status: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last try failed.', example: null })
  error: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When it was made.',
    example: '2026-11-21T09:30:00.000Z',
  })
  createdAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was last tried.',
    example: '2026-11-21T09:30:00.000Z',
  })
  triedAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it is tried again; null where it got through.',
    example: null,
  })
  nextAt: string | null;

  static from({
    id,
    uuid,
    changes,
    after,
    until,
    isReplay,
    isPending,
    attempts,
    status,
    error,
    createdAt,
    triedAt,
    nextAt,
  }: WebhookDelivery): DeliveryDto {
    return {
      id,
      uuid,
      changes,
      after: writeCursor(after),
      cursor: writeCursor(until),
      isReplay,
      isDelivered: !isPending,
      attempts,
      status,
      error,
      createdAt: createdAt.toISOString(),
      triedAt: triedAt?.toISOString() ?? null,
      nextAt: isPending ? nextAt.toISOString() : null,
    };
  }
}
