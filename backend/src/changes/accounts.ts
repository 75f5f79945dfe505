import type { EntityManager } from 'typeorm';

/** What shared code needs to know of users, sessions and tokens. `features/auth` provides it. */
export abstract class Accounts {
  /** The e-mail addresses of users, by their numbers. */
  abstract emailsOf(userIds: number[]): Promise<ReadonlyMap<number, string>>;

  /** Returns the credentials that are still valid: ids of sessions, and `token ` with the number of a token. */
  abstract stillValid(credentials: string[]): Promise<Set<string>>;

  /** Keeps the account of a user open until the end of the transaction; 401 where it is closed. */
  abstract holdOpen(manager: EntityManager, userId: number): Promise<void>;
}
