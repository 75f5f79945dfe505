import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { FeedCursor, writeCursor } from '../../changes/change.dto';
import { OPERATIONS, type ChangeOperation } from '../../changes/change.entity';
import { Check, OptionalIfAbsent } from '../../api/fields';
import { KIND } from '../../api/record-reference';
import { malformed, parseUrl } from '../../api/text';
import type { Webhook } from './webhook.entity';
import { BooleanProperty, IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';

const MAX_KINDS = 50;
const MAX_URL = 2000;
/** Every address that a server may take; `WEBHOOK_TARGETS` of this server may refuse some. */
const URL_PATTERN = '^https?://[^\\s/?#@\\\\]+([/?#]\\S*)?$';
const IS_URL = new RegExp(URL_PATTERN, 'u');

function isTarget(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_URL || malformed(value) || !IS_URL.test(value)) return false;
  const url = parseUrl(value);
  return url !== null && !url.username && !url.password;
}

/** A list of words, or null for all of them; left out, it stays as it is. */
function Words(
  name: string,
  { word, words, items, description }: { word: RegExp; words: string; items: object; description: string },
): PropertyDecorator {
  const message = `${name} must be a list of 1 to ${MAX_KINDS} ${words}, or null for all`;
  const isWord = (value: unknown): boolean => typeof value === 'string' && word.test(value);
  return applyDecorators(
    IsOptional(),
    Check('words', (value) =>
      Array.isArray(value) && value.length > 0 && value.length <= MAX_KINDS && value.every(isWord) ? null : message,
    ),
    ApiProperty({
      type: 'array',
      items,
      minItems: 1,
      maxItems: MAX_KINDS,
      required: false,
      nullable: true,
      description,
    }),
  );
}

/** What one makes a webhook with. */
export class CreateWebhookDto {
  @Check('target', (value) =>
    isTarget(value)
      ? null
      : `url must be an https:// address of at most ${MAX_URL} characters, without a user name or password`,
  )
  @ApiProperty({
    type: String,
    maxLength: MAX_URL,
    pattern: URL_PATTERN,
    description:
      'Where changes are sent: a public address that starts with https://, without a user name or password. A server that runs with `WEBHOOK_TARGETS=any` also takes http:// and addresses that are not public.',
    example: 'https://shop.example/changes',
  })
  url: string;

  @Words('kinds', {
    word: KIND,
    words: 'kinds of record, such as problem',
    items: { type: 'string', pattern: KIND.source, example: 'problem' },
    description:
      'Only changes of these kinds of record, such as `problem`; null for all but `webhook`. A kind that the server does not have is refused with the list of those it has.',
  })
  kinds?: string[] | null;

  @Words('operations', {
    word: /^(insert|update|delete)$/,
    words: `of ${OPERATIONS.join(', ')}`,
    items: { type: 'string', enum: OPERATIONS },
    description: 'Only changes of these sorts; null for all.',
  })
  operations?: ChangeOperation[] | null;

  @OptionalIfAbsent()
  @Check('active', (value) => (typeof value === 'boolean' ? null : 'active must be true or false'))
  @BooleanProperty('Whether anything is sent. Its place in the feed is kept.', true, { required: false })
  active?: boolean;
}

/** What one changes a webhook with: what is left out stays as it is. */
export class ChangeWebhookDto extends PartialType(CreateWebhookDto, { skipNullProperties: false }) {}

/** Where to go back to. */
export class ReplayQuery {
  @FeedCursor('A cursor of the feed of changes; left out, the feed is sent from its beginning.')
  after?: string;
}

/** A webhook, without its secret. */
export class WebhookDto {
  @IntegerProperty('The number of the webhook.', 1)
  id: number;

  @TextProperty('Where changes are sent.', 'https://shop.example/changes')
  url: string;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Only changes of these kinds; null for all but `webhook`.',
    example: null,
  })
  kinds: string[] | null;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Only changes of these sorts; null for all.',
    example: null,
  })
  operations: ChangeOperation[] | null;

  @BooleanProperty('Whether anything is sent.', true)
  active: boolean;

  @TextProperty('All changes up to this cursor of the feed were delivered.', 'YzoxMjM')
  cursor: string;

  @TimeProperty('Since when nothing gets through; null where all is well.', { nullable: true, example: null })
  failingSince: string | null;

  @TimeProperty('When it was made.')
  createdAt: string;

  @IntegerProperty('The number of the user who made it.', 1)
  createdById: number;

  static from({ position, failingSince, createdAt, ...webhook }: Webhook): WebhookDto {
    const { id, url, kinds, operations, active, createdById } = webhook;
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
  @TextProperty('By which what is sent is signed, told only now.', 'whsec_c2hvd24gb25jZSBhbmQga2VwdCBhcyBhIGhhc2ggb25s')
  secret: string;
}

/** A webhook that was changed. */
export class ChangedWebhookDto extends WebhookDto {
  @TextProperty(
    'By which what is sent is signed from now on; only where the address changed, and told only now.',
    'whsec_c2hvd24gb25jZSBhbmQga2VwdCBhcyBhIGhhc2ggb25s',
    { required: false },
  )
  secret?: string;
}
