import { lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * The folder for compiled code: that of `NODE_COMPILE_CACHE`, or one that this account alone may write to; none where there
 * cannot be one. Node's own choice lies below the folder for temporary files, where another account could put code.
 */
export function compileCacheFolder(env = process.env, home = homeFolder): string | undefined {
  if (env.NODE_COMPILE_CACHE) return env.NODE_COMPILE_CACHE;
  try {
    const above = home();
    const cache = join(above, '.cache');
    const folder = join(cache, 'ecom-crm');
    if (!isSafe(above)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isSafe(cache) && isOwn(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** The home of the account itself: `HOME` may be that of another, as under sudo. */
function homeFolder(): string {
  return userInfo().homedir;
}

/** On Windows a home is its account's alone, and files have no such mode. */
function isOwn(folder: string): boolean {
  return !process.getuid || (isSafe(folder) && lstatSync(folder).uid === process.getuid());
}

/** Whether no other account but root can put something else in place of what is in a folder; a link leads anywhere. */
function isSafe(folder: string): boolean {
  if (!process.getuid) return true;
  const stat = lstatSync(folder);
  const isTrusted = stat.uid === 0 || stat.uid === process.getuid();
  return stat.isDirectory() && isTrusted && (stat.mode & 0o022) === 0;
}
