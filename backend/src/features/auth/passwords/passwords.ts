import { Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's setting for argon2id: 19 MiB, two passes. */
const SETTINGS = { algorithm: 2 satisfies Algorithm as Algorithm, memoryCost: 19456, timeCost: 2, parallelism: 1 };

// A hash that no password has: an unknown e-mail costs the same time as a known one.
const NOBODY = hash('nobody has this password', SETTINGS);

/** The hash to store; spellings of one character (composed or not) are one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), SETTINGS);
}

/** Whether the password fits the stored hash; always hashes once, also without one. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await NOBODY), password.normalize('NFKC'));
  return fits && stored !== undefined;
}
