import type { DataSource } from 'typeorm';

/** Moves all attempts to sign in and to register by so many seconds; into the past where they are negative. */
export const MOVE_ATTEMPTS =
  'UPDATE attempts SET free_at = free_at + make_interval(secs => $1), tried_at = tried_at + make_interval(secs => $1)';

/** Moves all attempts a minute into the future, so that no wait is over, however slow the machine is. */
export function holdAttempts(source: DataSource): Promise<unknown> {
  return source.query(MOVE_ATTEMPTS, [60]);
}
