import { ApiProperty } from '@nestjs/swagger';
import { Check, RequiredText, withMessages } from '../../../api/fields';
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
  @ApiProperty({ type: 'integer', description: 'The number of the token.', example: 1 })
  id: number;

  @ApiProperty({ type: String, description: 'What it is for.', example: 'CI' })
  name: string;

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
    description: 'Until when it is good.',
    example: '2027-02-19T09:30:00.000Z',
  })
  expiresAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was last used, to the minute; null where it never was.',
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
  @ApiProperty({
    type: String,
    description: 'The token itself, told only now: send it as `Authorization: Bearer …`.',
    example: 'ecom_c2hvd24gb25jZSBhbmQga2VwdCBhcyBhIGhhc2ggb25s',
  })
  token: string;
}
