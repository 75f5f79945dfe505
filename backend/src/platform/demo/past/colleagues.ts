import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { EntityManager } from 'typeorm';

/** Who works in the demo shop. */
export const demoColleagues = [
  { name: 'Hanna Brandt', email: 'hanna@example.com' },
  { name: 'Jonas Weber', email: 'jonas@example.com' },
  { name: 'Amira Haddad', email: 'amira@example.com' },
  { name: 'Luca Moretti', email: 'luca@example.com' },
] as const;

/** The number of a colleague, as an index of `demoColleagues`. */
export type Colleague = 0 | 1 | 2 | 3;

const PASSWORD_BYTES = 24;

/**
 * Creates the accounts that are missing and answers the ids of all. Their passwords are random and told to nobody;
 * `npm run users -- password E-MAIL` sets one.
 */
export async function addColleagues(manager: EntityManager): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, email } of demoColleagues) {
    const password = await hash(randomBytes(PASSWORD_BYTES).toString('base64url'));
    await manager.query(
      `INSERT INTO users (email, password, display_name) SELECT $1, $2, $3
       WHERE NOT EXISTS (SELECT FROM users WHERE lower(email) = $1)`,
      [email, password, name],
    );
    const [{ id }] = await manager.query<{ id: number }[]>('SELECT id FROM users WHERE lower(email) = $1', [email]);
    ids.push(id);
  }
  return ids;
}
