import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A system account that PostgreSQL runs as when the app itself runs as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Whether this process runs as root, which PostgreSQL refuses to do. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function systemAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** The account PostgreSQL runs as under root: `postgres` where there is one, else `nobody`. */
export function unprivilegedAccount(): Account {
  const accounts = systemAccounts().filter((account) => account.uid > 0);
  const account = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  if (!account) {
    throw new Error(
      'PostgreSQL refuses to run as root, and /etc/passwd has neither an account "postgres" nor "nobody". ' +
        'Start the app as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  return account;
}

/** The account a file or folder belongs to, by its number where it has no name. */
export function ownerOf(path: string): Account {
  const { uid, gid } = statSync(path);
  return systemAccounts().find((account) => account.uid === uid) ?? { name: `uid ${uid}`, uid, gid };
}

/** Whether the account may enter a folder (or run a file): the mode bits of it and of every parent are looked at. */
export function canEnter(account: Account, path: string): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const executeBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & executeBit)) return false;
    if (folder === dirname(folder)) return true;
  }
}
