import { ConflictException, HttpException, Injectable, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { mapViolation } from '../../http/database-error';
import { fieldProblem } from '../../http/field-problem';
import { endSessions, lockSignIn, setPassword } from './accounts/account-access';
import { commonPasswordProblem } from './passwords/common-passwords';
import { normalizeEmail } from './email';
import { LoginThrottle, type Caller } from './login-throttle';
import { hashPassword, passwordFits } from './passwords/passwords';
import { Registration } from './registration';
import { HashingQueue } from './passwords/hashing-queue';
import {
  NOT_YOUR_PASSWORD,
  type ChangePasswordDto,
  type CredentialsDto,
  type RegisterDto,
  type UserDto,
} from './user.dto';
import { User } from './user.entity';

/** The request of a registration in the table of idempotency keys. */
const REGISTER = 'register';
const CLAIM_KEY =
  'INSERT INTO idempotency_keys (user_id, key, request, change_set) VALUES ($1, $2, $3, gen_random_uuid())';
const FIND_KEY = 'SELECT FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND request = $3';

const DEACTIVATED = 'This account is deactivated. A colleague can reactivate it';

/** Begins the session while nobody else signs in with the e-mail, so that the end of all sessions ends it too. */
type StartSession = (user: User) => Promise<void>;

/** Who may sign in. */
@Injectable()
export class AuthService {
  private readonly hashing = new HashingQueue();

  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly throttle: LoginThrottle,
    private readonly registration: Registration,
  ) {}

  /**
   * The user with this e-mail and password, whose session `start` begins, or null; takes as long for an unknown e-mail. 429
   * after too many attempts. That an account is closed is told only to who has its password.
   */
  signIn({ email, password }: CredentialsDto, caller: Caller, start: StartSession): Promise<User | null> {
    const name = normalizeEmail(email);
    return this.oneByOne('sign in', name, caller, async () => {
      const succeeded = await this.throttle.signIn(name, caller);
      const user = await this.findByCredentials(email, password);
      if (!user) return null;
      if (user.closedAt) throw new UnauthorizedException(DEACTIVATED);
      await succeeded();
      await start(user);
      return user;
    });
  }

  /**
   * Creates a user; 409 where the e-mail is taken, whatever its case, and 403 where registration is not open to it. A
   * repeat with the same `Idempotency-Key` (null without one) and password gets the user of the first request. `start` begins
   * the session.
   */
  register(newcomer: RegisterDto, key: string | null, caller: Caller, start: StartSession): Promise<User> {
    return this.oneByOne('register', newcomer.email, caller, async () => {
      const succeeded = await this.throttle.register(newcomer.email, caller);
      const user = await this.create(newcomer, key).catch(async (error: unknown) => {
        const first = error instanceof HttpException && key !== null ? await this.registeredWith(key, newcomer) : null;
        if (!first) throw error;
        return first;
      });
      await succeeded();
      await start(user);
      return user;
    });
  }

  /**
   * Changes the password of a user and ends their other sessions; 400 for a common one, 422 without the present one, 429 as at
   * signing in.
   */
  async changePassword(
    { id, email }: UserDto,
    { currentPassword, newPassword }: ChangePasswordDto,
    { address, session }: { address: string; session: string },
  ): Promise<void> {
    await refuseCommon('newPassword', newPassword);
    // Counted for the user, so that strangers who guess at signing in cannot hold this up.
    const caller = { address, browser: `user ${id}` };
    await this.oneByOne('sign in', email, caller, async (manager) => {
      const succeeded = await this.throttle.signIn(email, caller);
      const user = await this.findByCredentials(email, currentPassword);
      if (user?.id !== id || user.closedAt) throw fieldProblem('currentPassword', NOT_YOUR_PASSWORD, 422);
      await setPassword(manager, { userId: id, password: newPassword, kept: session });
      await succeeded();
    });
  }

  /** Ends every session of a user, on all processes. */
  async endSessions(userId: number): Promise<void> {
    await endSessions(this.users.manager, userId);
  }

  /**
   * One at a time for each e-mail, over all processes: a successful attempt is taken back before the next one is counted.
   * The queue of this process comes first, so that a waiting attempt holds no connection.
   */
  private async oneByOne<T>(
    what: 'sign in' | 'register',
    email: string,
    caller: Caller,
    task: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    await this.throttle.check(what, email, caller);
    return this.hashing.run(email, caller, () =>
      this.users.manager.transaction(async (manager) => {
        await lockSignIn(manager, email);
        return task(manager);
      }),
    );
  }

  private create({ email, password, invite }: RegisterDto, key: string | null): Promise<User> {
    const taken = (): Error => new ConflictException('This email address is already registered');
    const create = async (manager: EntityManager): Promise<User> => {
      await this.registration.admit(manager, { email, invite });
      if (!this.registration.isOpen) await refuseCommon('password', password);
      const user = await manager.save(User, { email, password: await hashPassword(password) });
      if (key !== null) await manager.query(CLAIM_KEY, [user.id, key, REGISTER]);
      return user;
    };
    return this.users.manager.transaction(create).catch(mapViolation('users_email_key', taken));
  }

  private async findByCredentials(email: string, password: string): Promise<User | null> {
    // Addresses of earlier versions are not normalized; then it takes the very one.
    const found = await this.users
      .createQueryBuilder('user')
      .addSelect(['user.password', 'user.closedAt'])
      .where('lower(user.email) IN (lower(:given), lower(:normal))', {
        given: email.trim(),
        normal: normalizeEmail(email),
      })
      .getMany();
    const open = found.filter(({ closedAt }) => !closedAt);
    const isVeryOne = (one: User): boolean => one.email.toLowerCase() === email.trim().toLowerCase();
    const user = open.find(isVeryOne) ?? open.at(0) ?? found.find(isVeryOne) ?? found.at(0) ?? null;
    return (await passwordFits(user?.password, password)) ? user : null;
  }

  private async registeredWith(key: string, { email, password }: CredentialsDto): Promise<User | null> {
    const user = await this.findByCredentials(email, password);
    const known = user && !user.closedAt && (await this.users.query<object[]>(FIND_KEY, [user.id, key, REGISTER]));
    return known && known.length > 0 ? user : null;
  }
}

async function refuseCommon(field: string, password: string): Promise<void> {
  const problem = await commonPasswordProblem(password);
  if (problem) throw fieldProblem(field, problem);
}
