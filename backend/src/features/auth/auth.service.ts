import { ConflictException, HttpException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { mapViolation } from '../../http/database-error';
import { normalizeEmail } from './email';
import { LoginThrottle, type Caller } from './login-throttle';
import { hashPassword, passwordFits } from './passwords';
import { Registration } from './registration';
import { HashingQueue } from './hashing-queue';
import type { CredentialsDto, RegisterDto } from './user.dto';
import { User } from './user.entity';

/** The request of a registration in the table of idempotency keys. */
const REGISTER = 'register';
const CLAIM_KEY =
  'INSERT INTO idempotency_keys (user_id, key, request, change_set) VALUES ($1, $2, $3, gen_random_uuid())';
const FIND_KEY = 'SELECT FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND request = $3';
/** Any number that no other program on the same database takes; held with an e-mail while somebody signs in with it. */
const SIGN_IN_LOCK = 67827705;

/** Who may sign in. */
@Injectable()
export class AuthService {
  private readonly hashing = new HashingQueue();

  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly throttle: LoginThrottle,
    private readonly registration: Registration,
  ) {}

  /** The user with this e-mail and password, or null; takes as long for an unknown e-mail. 429 after too many attempts. */
  signIn({ email, password }: CredentialsDto, caller: Caller): Promise<User | null> {
    const name = normalizeEmail(email);
    return this.oneByOne(name, async () => {
      const succeeded = await this.throttle.signIn(name, caller);
      const user = await this.findByCredentials(email, password);
      if (user) await succeeded();
      return user;
    });
  }

  /**
   * Creates a user; 409 where the e-mail is taken, whatever its case, and 403 where registration is not open to it. A
   * repeat with the same `Idempotency-Key` (null without one) and password gets the user of the first request.
   */
  register(newcomer: RegisterDto, key: string | null, caller: Caller): Promise<User> {
    return this.oneByOne(newcomer.email, async () => {
      const succeeded = await this.throttle.register(newcomer.email, caller);
      const user = await this.create(newcomer, key).catch(async (error: unknown) => {
        const first = error instanceof HttpException && key !== null ? await this.registeredWith(key, newcomer) : null;
        if (!first) throw error;
        return first;
      });
      await succeeded();
      return user;
    });
  }

  /** Ends every session of a user, on all processes; streams of events end within their next beat. */
  async endSessions(userId: number): Promise<void> {
    await this.users.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  }

  /**
   * One at a time for each e-mail, over all processes: a successful attempt is taken back before the next one is counted.
   * The queue of this process comes first, so that a waiting attempt holds no connection.
   */
  private oneByOne<T>(email: string, task: () => Promise<T>): Promise<T> {
    return this.hashing.run(email.toLowerCase(), () =>
      this.users.manager.transaction(async (manager) => {
        await manager.query('SELECT pg_advisory_xact_lock($1, hashtext(lower($2)))', [SIGN_IN_LOCK, email.trim()]);
        return task();
      }),
    );
  }

  private create({ email, password, invite }: RegisterDto, key: string | null): Promise<User> {
    const taken = (): Error => new ConflictException('This email address is already registered');
    const create = async (manager: EntityManager): Promise<User> => {
      await this.registration.admit(manager, { email, invite });
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
      .addSelect('user.password')
      .where('lower(user.email) IN (lower(:given), lower(:normal))', {
        given: email.trim(),
        normal: normalizeEmail(email),
      })
      .getMany();
    const user = found.find((one) => one.email.toLowerCase() === email.trim().toLowerCase()) ?? found.at(0) ?? null;
    return (await passwordFits(user?.password, password)) ? user : null;
  }

  private async registeredWith(key: string, { email, password }: CredentialsDto): Promise<User | null> {
    const user = await this.findByCredentials(email, password);
    const known = user && (await this.users.query<object[]>(FIND_KEY, [user.id, key, REGISTER]));
    return known?.length ? user : null;
  }
}
