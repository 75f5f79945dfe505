import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { canEnter, isRoot, ownerOf, unprivilegedAccount, type Account } from './account';
import { systemFolder } from './binaries';
import { explained, makeFolder, writePrivateFile } from './files';

/** The folder that holds all of one embedded server: its data, password, log, port and owner. */
export interface PostgresHome {
  folder: string;
  data: string;
  logFile: string;
  /** Whom PostgreSQL runs as; undefined means as this user. */
  account: Account | undefined;
}

// Root's account for PostgreSQL must be able to pass through to the data.
const passable = 0o711;

/** Whether PostgreSQL, running as this account, could keep its data below the folder. */
function canHost(folder: string, account: Account): boolean {
  if (!canEnter(account, folder)) return false;
  const probe = mkdtempSync(join(folder, 'probe-'));
  try {
    // Some network and shared file systems refuse this even to root.
    chownSync(probe, account.uid, account.gid);
    return statSync(probe).uid === account.uid;
  } catch {
    return false;
  } finally {
    rmdirSync(probe);
  }
}

function createHome(link: string, dataDir: string): void {
  if (!isRoot() || canHost(dataDir, unprivilegedAccount())) return makeFolder(link, isRoot() ? passable : 0o700);
  makeFolder(systemFolder, 0o755);
  const name = `data-${randomBytes(6).toString('hex')}`;
  const target = join(systemFolder, name);
  makeFolder(target, passable);
  try {
    symlinkSync(target, link);
  } catch (error) {
    rmdirSync(target);
    // Another process has just made its own.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function checkOwner(path: string): void {
  const uid = process.getuid?.();
  if (uid === undefined || uid === 0 || statSync(path).uid === uid) return;
  throw new Error(
    `The data folder ${path} belongs to another user (${ownerOf(path).name}). ` +
      'Start the app as that user, or set DATA_DIR to a folder of your own.',
  );
}

function accountFor(data: string, folder: string): Account | undefined {
  if (!isRoot()) return undefined;
  const account = existsSync(data) ? ownerOf(data) : unprivilegedAccount();
  if (canEnter(account, folder)) return account;
  throw new Error(
    `PostgreSQL runs as the account ${account.name}, which may not enter ${folder}. ` +
      'Allow that for this folder and all above it (chmod o+x), or set DATA_DIR to another folder.',
  );
}

/** Finds, or makes, the home of the embedded server that belongs to a data folder of the app. */
export function openHome(dataDir: string): PostgresHome {
  const parent = resolve(dataDir);
  const link = join(parent, 'postgres');
  try {
    makeFolder(parent, 0o755);
    if (!lstatSync(link, { throwIfNoEntry: false })) createHome(link, parent);
    if (!existsSync(link)) {
      throw new Error(
        `${link} points to a folder that is not there any more. ` +
          'Bring that folder back, or remove the link to start with an empty database.',
      );
    }
    const folder = realpathSync(link);
    const data = join(folder, 'data');
    checkOwner(folder);
    if (existsSync(data)) checkOwner(data);
    return { folder, data, logFile: join(folder, 'server.log'), account: accountFor(data, folder) };
  } catch (error) {
    throw explained(error, `Opening the data folder ${link}`);
  }
}

/** The password of the server's accounts; undefined until the owner of the folder has made one. */
export function readPassword(home: PostgresHome): string | undefined {
  const file = join(home.folder, 'password');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** The same, made where there is none yet: random, and readable by this user only. For the owner of the folder alone. */
export function ensurePassword(home: PostgresHome): string {
  const existing = readPassword(home);
  if (existing) return existing;
  const file = join(home.folder, 'password');
  if (existsSync(home.data)) {
    throw new Error(`${file} is missing: it holds the password of the database in ${home.data}. Bring it back.`);
  }
  const password = randomBytes(24).toString('base64url');
  try {
    writePrivateFile(file, password);
  } catch (error) {
    throw explained(error, `Writing ${file}`);
  }
  return password;
}

/** The port the server last ran on, so that processes which know it need not be told a new one. */
export function readPort(home: PostgresHome): number | undefined {
  const file = join(home.folder, 'port');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

/** Records the port the server runs on. */
export function writePort(home: PostgresHome, port: number): void {
  writePrivateFile(join(home.folder, 'port'), String(port));
}
