import { IntegerProperty, TextProperty, TimeProperty } from '../../../api/properties';
import type { User } from '../user.entity';

export const MAX_NAME = 80;

/** A member of staff, as colleagues see them. */
export class PersonDto {
  @IntegerProperty('The number of the user, as `createdById` of records has it.', 1)
  id: number;

  @TextProperty('What they sign in with.', 'anna@shop.example')
  email: string;

  @TextProperty('The display name; null where none is set.', 'Anna Keller', { nullable: true, maxLength: MAX_NAME })
  name: string | null;

  @TimeProperty('Since when the account is deactivated; null where it is not.', { nullable: true, example: null })
  deactivatedAt: string | null;

  static from({ id, email, name, closedAt }: Omit<User, 'password'>): PersonDto {
    return { id, email, name, deactivatedAt: closedAt?.toISOString() ?? null };
  }
}
