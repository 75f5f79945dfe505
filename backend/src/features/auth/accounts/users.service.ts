import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { User } from '../user.entity';

/** The members of staff. */
@Injectable()
export class UsersService {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** Everybody who has or had an account, in the order of their numbers. */
  list(): Promise<User[]> {
    return this.users.find({
      select: { id: true, email: true, name: true, closedAt: true },
      order: { id: 'ASC' },
    });
  }
}
