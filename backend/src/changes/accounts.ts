/** What the change log needs to know of users, sessions and tokens. `features/auth` provides it. */
export abstract class Accounts {
  /** The e-mail addresses of users, by their numbers. */
  abstract emailsOf(userIds: number[]): Promise<ReadonlyMap<number, string>>;

  /** Returns the credentials that are still valid: ids of sessions, and `token ` with the number of a token. */
  abstract stillValid(credentials: string[]): Promise<Set<string>>;
}
