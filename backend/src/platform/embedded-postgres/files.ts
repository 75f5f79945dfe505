import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isRoot } from './account';

const reasons: Record<string, string> = {
  EACCES: 'this account may not do that there',
  EPERM: 'the system does not allow it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'part of the path is a file, not a folder',
  EEXIST: 'a file is in the way',
  ENOENT: 'the place does not exist',
};

/** Turns a file system error into a sentence for the person at the terminal; other errors pass unchanged. */
export function explained(error: unknown, doing: string): Error {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const reason = code === undefined ? undefined : reasons[code];
  return reason ? new Error(`${doing} failed: ${reason} (${code}).`, { cause: error }) : (error as Error);
}

/** Creates a folder, and those above it, with this mode whatever the umask; one that is there already stays as it is. */
export function makeFolder(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path);
    chmodSync(path, mode);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    throw explained(error, `Creating the folder ${path}`);
  }
}

/** Gives a path that root wrote to the owner of its folder, so that this owner can go on without root. */
export function leaveToFolderOwner(path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}

/** Replaces a file in one step with one that only its owner may read. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  leaveToFolderOwner(draft);
  renameSync(draft, path);
}

/** Makes a rename in this folder survive a power failure. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
