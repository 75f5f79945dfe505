import { ConflictException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { breaks } from '../../common/http/database-error';
import { hashPassword, passwordFits } from './passwords';
import type { CredentialsDto } from './user.dto';
import { User } from './user.entity';

/** Who may sign in. */
@Injectable()
export class AuthService {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** Creates a user; 409 where the e-mail is taken, whatever its case. */
  async register({ email, password }: CredentialsDto): Promise<User> {
    const user = this.users.create({ email, password: await hashPassword(password) });
    try {
      return await this.users.save(user);
    } catch (error) {
      throw breaks(error, 'users_email_key') ? new ConflictException('This email address is already registered') : error;
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
}
