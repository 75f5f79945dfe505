import type { EntityManager } from 'typeorm';
import { lastSignInAttempt } from '../../features/auth/login-throttle';
import type { Shop } from './shop';

/** Fails where the running app, which has signed in a user, has another database than this, which may be empty. */
export async function expectDatabaseOf(manager: EntityManager, shop: Shop): Promise<void> {
  const { id, email } = (await (await shop.send('GET', '/api/user')).json()) as { id: number; email: string };
  await expectTable(manager, 'users');
  const users = await manager.query<[]>('SELECT FROM users WHERE id = $1 AND email = $2', [id, email]);
  if (users.length === 0) throw otherDatabase();
}

/**
 * The same before there is a user: answers a check for after a sign-in that the running app refuses. The app counts it in its
 * database, so it must be new in this one.
 */
export async function expectSignInCounted(manager: EntityManager, email: string): Promise<() => Promise<void>> {
  await expectTable(manager, 'attempts');
  const before = await lastSignInAttempt(manager, email);
  return async () => {
    if ((await lastSignInAttempt(manager, email)) === before) throw otherDatabase();
  };
}

async function expectTable(manager: EntityManager, name: string): Promise<void> {
  const [{ there }] = await manager.query<[{ there: boolean }]>('SELECT to_regclass($1) IS NOT NULL AS there', [name]);
  if (!there) throw otherDatabase();
}

function otherDatabase(): Error {
  return new Error('The running app has another database. Run this with the DATABASE_URL or DATA_DIR of the app.');
}
