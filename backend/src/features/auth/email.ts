import { isEmail } from 'class-validator';
import { INVISIBLE, malformed } from '../../api/text';

export const INVALID_EMAIL = 'Invalid email address';

/** Alphabets with letters that look the same. */
const LOOKALIKE_ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** One form of each address: without spaces around it, and with one code for what is the same character. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim();
}

function emailProblem(value: unknown): string | null {
  return typeof value === 'string' && !malformed(value) && isEmail(value) ? null : INVALID_EMAIL;
}

/** What is wrong with an address that somebody signs in with, or null: one of an earlier version is good as it is. */
export function typedEmailProblem(value: unknown): string | null {
  const problem = emailProblem(value);
  return problem && typeof value === 'string' ? emailProblem(normalizeEmail(value)) : problem;
}

/** The same for a new address, which must not look like that of somebody else. */
export function newEmailProblem(value: unknown): string | null {
  if (typeof value === 'string' && INVISIBLE.test(value)) return 'Email must not contain invisible characters';
  const problem = emailProblem(value);
  if (problem) return problem;
  const [domain, ...name] = String(value).split('@').reverse();
  const isMixed = [name.join('@'), ...domain.split('.')].some(
    (part) => LOOKALIKE_ALPHABETS.filter((letter) => letter.test(part)).length > 1,
  );
  return isMixed ? 'Email must not mix letters of different alphabets' : null;
}
