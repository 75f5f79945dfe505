import { charactersOf } from '../../../api/text';
import { MIN_PASSWORD } from '../user.dto';

/** So many of the long enough ones are refused. */
const REFUSED = 10_000;
export const COMMON_PASSWORD = 'This password is one of the most common ones. Choose another one';

let refused: Promise<Set<string>> | undefined;

/** What is wrong with a password that everybody tries first, whatever its case; null for another one. */
export async function commonPasswordProblem(password: string): Promise<string | null> {
  // Read when it is first needed: it takes 25 ms and 8 MB.
  refused ??= readList().catch((error: unknown) => {
    // The next password tries again.
    refused = undefined;
    throw error;
  });
  return (await refused).has(password.normalize('NFKC').toLowerCase()) ? COMMON_PASSWORD : null;
}

async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const longEnough = dictionary['passwords-common'].filter((password) => charactersOf(password) >= MIN_PASSWORD);
  return new Set(longEnough.slice(0, REFUSED));
}
