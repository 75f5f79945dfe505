import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, OptionalIfAbsent, withMessages } from '../../api/fields';
import { IntegerProperty, TextProperty, TimeProperty } from '../../api/properties';
import { ANY_TEXT, charactersOf, malformed } from '../../api/text';
import { INVALID_EMAIL, newEmailProblem, normalizeEmail, typedEmailProblem } from './email';
import type { User } from './user.entity';

export const MIN_PASSWORD = 6;
const MAX_PASSWORD = 1024;
const MAX_EMAIL = 254;
export const NOT_YOUR_PASSWORD = 'This is not your current password';

const emailMessage = INVALID_EMAIL;
const shortMessage = (label: string): string => `${label} must be at least ${MIN_PASSWORD} characters`;
const longMessage = (label: string): string => `${label} must be at most ${MAX_PASSWORD} characters`;

/** What is wrong with a password; null for a good one. */
export function passwordProblem(value: unknown, label = 'Password'): string | null {
  if (typeof value !== 'string' || charactersOf(value) < MIN_PASSWORD) return shortMessage(label);
  if (charactersOf(value) > MAX_PASSWORD) return longMessage(label);
  const problem = malformed(value);
  return problem && `${label} ${problem}`;
}

function PasswordField(label: string, description: string): PropertyDecorator {
  const tooShort = shortMessage(label);
  return applyDecorators(
    Check('password', (value) => passwordProblem(value, label)),
    ApiProperty({
      type: String,
      format: 'password',
      minLength: MIN_PASSWORD,
      maxLength: MAX_PASSWORD,
      pattern: ANY_TEXT,
      description,
      example: 'correct horse battery',
      ...withMessages({ required: tooShort, minLength: tooShort, maxLength: longMessage(label) }),
    }),
  );
}

/** What one signs in or registers with. */
export class CredentialsDto {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @Check('email', typedEmailProblem)
  @ApiProperty({
    type: String,
    format: 'email',
    minLength: 3,
    maxLength: MAX_EMAIL,
    description: 'Compared whatever its case.',
    example: 'anna@shop.example',
    ...withMessages({ required: emailMessage, format: emailMessage, minLength: emailMessage, maxLength: emailMessage }),
  })
  email: string;

  @PasswordField('Password', 'Kept as an argon2id hash alone.')
  password: string;
}

/** What one changes one's password with. */
export class ChangePasswordDto {
  @PasswordField('Current password', 'The password that one signs in with now.')
  currentPassword: string;

  @PasswordField('New password', 'The password that one signs in with from now on.')
  newPassword: string;
}

/** What one registers with. */
export class RegisterDto extends CredentialsDto {
  @Transform(({ value }) => (typeof value === 'string' ? normalizeEmail(value) : value))
  @Check('email', newEmailProblem)
  override email: string;

  @OptionalIfAbsent()
  @Check('invite', (value) =>
    typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? null : 'This is not an invitation',
  )
  @TextProperty(
    'The end of an invitation link (`/auth?invite=…`), where registration needs one.',
    'c2hvd24gb25jZSBhbmQga2VwdCBhcyBhIGhhc2ggb25s',
    { required: false, pattern: '^[A-Za-z0-9_-]{1,100}$' },
  )
  invite?: string;
}

/** An invitation for one newcomer. */
export class InviteDto {
  @TextProperty(
    'The link to hand on; it registers one person.',
    'https://crm.shop.example/auth?invite=c2hvd24gb25jZSBhbmQga2VwdCBhcyBhIGhhc2ggb25s',
    { format: 'uri' },
  )
  url: string;

  @TimeProperty('When the link ends.', { example: '2026-01-31T12:00:00.000Z' })
  expiresAt: string;
}

/** The signed-in member of staff. */
export class UserDto {
  @IntegerProperty('The number of the user.', 1)
  id: number;

  @TextProperty('As it was given at registration.', 'anna@shop.example')
  email: string;

  static from({ id, email }: Pick<User, 'id' | 'email'>): UserDto {
    return { id, email };
  }
}
