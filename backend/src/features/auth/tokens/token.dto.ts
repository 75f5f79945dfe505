import { ApiProperty } from '@nestjs/swagger';
import { Check, RequiredText, withMessages } from '../../../api/fields';
import { IntegerProperty, TextProperty, TimeProperty } from '../../../api/properties';
import type { Token } from './token.entity';

const MAX_DAYS = 365;
const daysMessage = `Days must be a whole number from 1 to ${MAX_DAYS}`;

/** What one makes a token with. */
export class CreateTokenDto {
  @RequiredText({
    label: 'Name',
    description: 'What the token is for; the history of records shows it.',
    example: 'CI',
    max: 100,
  })
  name: string;

  @Check('days', (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_DAYS ? null : daysMessage,
  )
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: MAX_DAYS,
    description: 'For how many days it is good.',
    example: 90,
    ...withMessages({ required: daysMessage }),
  })
  days: number;
}

/** A personal access token, without its secret. */
export class TokenDto {
  @IntegerProperty('The number of the token.', 1)
  id: number;

  @TextProperty('What it is for.', 'CI')
  name: string;

  @TimeProperty('When it was made.')
  createdAt: string;

  @TimeProperty('Until when it is good.', { example: '2027-02-19T09:30:00.000Z' })
  expiresAt: string;

  @TimeProperty('When it was last used, to the minute; null where it never was.', {
    nullable: true,
    example: '2026-11-21T09:31:00.000Z',
  })
  lastUsedAt: string | null;

  static from({ id, name, createdAt, expiresAt, lastUsedAt }: Token): TokenDto {
    return {
      id,
      name,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    };
  }
}

/** A new personal access token. */
export class NewTokenDto extends TokenDto {
  @TextProperty(
    'The token itself, told only now: send it as `Authorization: Bearer …`.',
    'ecom_c2hvd24gb25jZSBhbmQga2VwdCBhcyBhIGhhc2ggb25s',
  )
  token: string;
}
