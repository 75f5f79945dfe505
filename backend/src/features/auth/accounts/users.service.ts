import { ConflictException, Injectable, NotFoundException, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { RecordWriter } from '../../../records/record-writer';
import type { RequestContext } from '../../../records/request-context';
import { User } from '../user.entity';
import { closeAccount, lockSignIn, reopenAccount } from './account-access';
import type { ChangeUserDto } from './person.dto';

const select = { id: true, email: true, name: true, closedAt: true, closedById: true } as const;

/** The members of staff. */
@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly writer: RecordWriter,
  ) {}

  /** Everybody who has or had an account, in the order of their numbers. */
  list(): Promise<User[]> {
    return this.users.find({ select, order: { id: 'ASC' } });
  }

  /** Changes what a user says of themselves. */
  async change(id: number, { name }: ChangeUserDto): Promise<User> {
    if (name !== undefined) await this.users.update({ id }, { name });
    return find(this.users.manager, id);
  }

  /** Closes the account of a colleague; 404 where there is none, 409 for one's own. */
  deactivate(id: number, context: RequestContext): Promise<User> {
    const { userId } = context;
    if (id === userId) throw new ConflictException('You cannot deactivate yourself. A colleague can');
    return this.withColleague(id, context, (manager) => closeAccount(manager, id, userId));
  }

  /** Opens it again. */
  reactivate(id: number, context: RequestContext): Promise<User> {
    return this.withColleague(id, context, (manager) => reopenAccount(manager, id));
  }

  /** Of two who deactivate each other at once, one is too late: an open account is always left. */
  private withColleague(
    id: number,
    context: RequestContext,
    change: (manager: EntityManager) => Promise<unknown>,
  ): Promise<User> {
    const byId = context.userId;
    return this.writer.transaction(context, async (manager) => {
      await lockSignIn(manager, (await find(manager, id)).email);
      // In the order of their numbers, so that two cannot wait for each other.
      const locked = await manager.find(User, {
        select,
        where: { id: In([id, byId]) },
        order: { id: 'ASC' },
        lock: { mode: 'for_no_key_update' },
      });
      if (locked.find((user) => user.id === byId)?.closedAt) throw new UnauthorizedException('Sign in first');
      await change(manager);
      return find(manager, id);
    });
  }
}

async function find(manager: EntityManager, id: number): Promise<User> {
  const user = await manager.findOne(User, { select, where: { id } });
  if (!user) throw new NotFoundException('User not found');
  return user;
}
