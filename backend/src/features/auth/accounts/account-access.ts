import { normalizeEmail } from '../email';
import type { EntityManager } from 'typeorm';
import { stopWebhooksOf } from '../../webhooks/webhooks.service';
import { hashPassword } from '../passwords/passwords';

/** Any number that no other program on the same database takes; held with an e-mail while somebody signs in with it. */
const SIGN_IN_LOCK = 67827705;

/** What was ended with an account. */
export interface Ended {
  sessions: number;
  tokens: number;
  webhooks: number;
  invitations: number;
}

/** Keeps others from signing in with an e-mail until the end of the transaction: a session that begins is there by then. */
export async function lockSignIn(manager: EntityManager, email: string): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, hashtext(lower($2)))', [SIGN_IN_LOCK, normalizeEmail(email)]);
}

/**
 * Closes the account of a user and ends all that acts on their behalf, on all processes. The row keeps its e-mail: it is the
 * author of what they did, and nobody registers with it again. Call it with the sign-in locked. `byId` is the colleague who
 * closes it.
 */
export async function closeAccount(manager: EntityManager, userId: number, byId: number | null = null): Promise<Ended> {
  // Waits for requests that hold the account open.
  await manager.query('UPDATE users SET closed_at = now(), closed_by_id = $2 WHERE id = $1 AND closed_at IS NULL', [
    userId,
    byId,
  ]);
  return {
    sessions: await endSessions(manager, userId),
    tokens: await countOf(manager, 'DELETE FROM tokens WHERE user_id = $1', [userId]),
    webhooks: await stopWebhooksOf(manager, userId),
    invitations: await countOf(manager, 'DELETE FROM invites WHERE created_by_id = $1', [userId]),
  };
}

/** Lets a user sign in again; what was ended stays so. */
export async function reopenAccount(manager: EntityManager, userId: number): Promise<void> {
  await manager.query('UPDATE users SET closed_at = NULL, closed_by_id = NULL WHERE id = $1', [userId]);
}

/** Gives a user another password and ends their sessions, but not the one to keep. Call it with the sign-in locked. */
export async function setPassword(
  manager: EntityManager,
  { userId, password, kept }: { userId: number; password: string; kept?: string },
): Promise<number> {
  await manager.query('UPDATE users SET password = $2 WHERE id = $1', [userId, await hashPassword(password)]);
  return endSessions(manager, userId, kept);
}

/** Ends the sessions of a user, but not the one to keep; streams of events end within their next beat. */
export function endSessions(manager: EntityManager, userId: number, kept = ''): Promise<number> {
  return countOf(manager, 'DELETE FROM sessions WHERE user_id = $1 AND sid <> $2', [userId, kept]);
}

async function countOf(manager: EntityManager, statement: string, values: unknown[]): Promise<number> {
  const [, count] = await manager.query<[object[], number]>(statement, values);
  return count;
}
