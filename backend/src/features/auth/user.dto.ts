import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { isEmail } from 'class-validator';
import { Check, withMessages } from '../../common/api/fields';
import { ANY_TEXT, charactersOf, malformed } from '../../common/text/text';
import type { User } from './user.entity';

const MIN_PASSWORD = 6;
const MAX_PASSWORD = 1024;
const MAX_EMAIL = 254;

const emailMessage = 'Invalid email address';
const passwordMessage = `Password must be at least ${MIN_PASSWORD} characters`;
const longPasswordMessage = `Password must be at most ${MAX_PASSWORD} characters`;

function Email(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)),
    Check('email', (value) => (typeof value === 'string' && !malformed(value) && isEmail(value) ? null : emailMessage)),
    ApiProperty({
      type: String,
      format: 'email',
      minLength: 3,
      maxLength: MAX_EMAIL,
      description: 'Compared whatever its case.',
      example: 'anna@shop.example',
      ...withMessages({ required: emailMessage, format: emailMessage, minLength: emailMessage, maxLength: emailMessage }),
    }),
  );
}

function passwordProblem(value: unknown): string | null {
  if (typeof value !== 'string' || charactersOf(value) < MIN_PASSWORD) return passwordMessage;
  if (charactersOf(value) > MAX_PASSWORD) return longPasswordMessage;
  const problem = malformed(value);
  return problem && `Password ${problem}`;
}

/** What one signs in or registers with. */
export class CredentialsDto {
  @Email()
  email: string;

  @Check('password', passwordProblem)
  @ApiProperty({
    type: String,
    format: 'password',
    minLength: MIN_PASSWORD,
    maxLength: MAX_PASSWORD,
    pattern: ANY_TEXT,
    description: 'Kept as an argon2id hash alone.',
    example: 'correct horse battery',
    ...withMessages({ required: passwordMessage, minLength: passwordMessage, maxLength: longPasswordMessage }),
  })
  password: string;
}

/** The signed-in member of staff. */
export class UserDto {
  @ApiProperty({ type: 'integer', description: 'The number of the user.', example: 1 })
  id: number;

  @ApiProperty({ type: String, description: 'As it was given at registration.', example: 'anna@shop.example' })
  email: string;

  static from({ id, email }: Pick<User, 'id' | 'email'>): UserDto {
    return { id, email };
  }
}
