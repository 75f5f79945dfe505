import { OptionalText } from '../../../api/fields';
import { IntegerProperty, TextProperty, TimeProperty } from '../../../api/properties';
import type { User } from '../user.entity';

const MAX_NAME = 80;
const name = {
  label: 'Name',
  description: 'What colleagues read in place of the e-mail; null where none is set.',
  example: 'Anna Keller',
  max: MAX_NAME,
};

/** What one changes of oneself. */
export class ChangeUserDto {
  @OptionalText(name)
  name?: string | null;
}

/** A member of staff, as colleagues see them. */
export class PersonDto {
  @IntegerProperty('The number of the user, as `createdById` of records has it.', 1)
  id: number;

  @TextProperty('What they sign in with.', 'anna@shop.example')
  email: string;

  @TextProperty(name.description, name.example, { nullable: true, maxLength: MAX_NAME })
  name: string | null;

  @TimeProperty('Since when the account is deactivated; null where it is not.', { nullable: true, example: null })
  deactivatedAt: string | null;

  @IntegerProperty('Who deactivated it; null where the operator did.', null, { nullable: true })
  deactivatedById: number | null;

  static from({ id, email, name, closedAt, closedById }: Omit<User, 'password'>): PersonDto {
    return { id, email, name, deactivatedAt: closedAt?.toISOString() ?? null, deactivatedById: closedById };
  }
}
