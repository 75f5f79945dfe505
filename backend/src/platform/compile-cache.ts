import { mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * The folder for compiled code: that of `NODE_COMPILE_CACHE`, or one that this account alone may write to; none where there
 * cannot be one. Node's own choice lies below the folder for temporary files, where another account could put code.
 */
export function compileCacheFolder(env = process.env, home = homeFolder): string | undefined {
  if (env.NODE_COMPILE_CACHE) return env.NODE_COMPILE_CACHE;
  try {
    const folder = join(home(), '.cache', 'ecom-crm');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(folder) ? folder : undefined;
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
  const { uid, mode } = statSync(folder);
  return !process.getuid || (uid === process.getuid() && (mode & 0o022) === 0);
}
