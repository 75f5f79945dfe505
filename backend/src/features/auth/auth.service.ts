import { ConflictException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { breaks } from '../../common/http/database-error';
import { hashPassword, passwordFits } from './passwords';
import type { CredentialsDto } from './user.dto';
import { User } from './user.entity';

/** What the key of a registration is kept as. */
const REGISTER = 'register';

/** Who may sign in. */
@Injectable()
export class AuthService {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /**
   * Creates a user; 409 where the e-mail is taken, whatever its case. A repeat with the same `Idempotency-Key` (null
   * without one) and password gets the user of the first request.
   */
  async register({ email, password }: CredentialsDto, key: string | null): Promise<User> {
    const hash = await hashPassword(password);
    try {
      return await this.users.manager.transaction(async (manager) => {
        const user = await manager.save(manager.create(User, { email, password: hash }));
        if (key !== null) await manager.query('INSERT INTO idempotency_keys (user_id, key, request, change_set) VALUES ($1, $2, $3, gen_random_uuid())', [user.id, key, REGISTER]);
        return user;
      });
    } catch (error) {
      if (!breaks(error, 'users_email_key')) throw error;
      const first = key === null ? null : await this.registeredWith(key, { email, password });
      if (!first) throw new ConflictException('This email address is already registered');
      return first;
    }
  }

  /** The user with this e-mail and password, or null; takes as long for an unknown e-mail. */
  async findByCredentials(email: string, password: string): Promise<User | null> {
    const user = await this.users
      .createQueryBuilder('user')
      .addSelect('user.password')
      .where('lower(user.email) = lower(:email)', { email: email.trim() })
      .getOne();
    return (await passwordFits(user?.password, password)) ? user : null;
  }

  private async registeredWith(key: string, { email, password }: CredentialsDto): Promise<User | null> {
    const user = await this.findByCredentials(email, password);
    const known = user ? await this.users.query<object[]>('SELECT FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND request = $3', [user.id, key, REGISTER]) : [];
    return known.length > 0 ? user : null;
  }
}
