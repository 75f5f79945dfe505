import { readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaveToFolderOwner } from './files';
import { processIdentity } from './processes';

/** The right to start and stop the server of one folder; it ends with the process that holds it. */
export interface Ownership {
  release(): void;
}

// A file is created before it is filled, so a fresh empty one counts as held.
const writingTakesAtMost = 5_000;

function turns(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^owner\.(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function isHeld(file: string): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    if (text === '') return Date.now() - statSync(file).mtimeMs < writingTakesAtMost;
    const { pid, identity } = JSON.parse(text) as { pid?: number; identity?: string };
    return pid !== undefined && processIdentity(pid) === identity;
  } catch (error) {
    // Missing: a later owner has cleared it away, and the next look finds that one.
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function claim(file: string): boolean {
  const owner = { pid: process.pid, identity: processIdentity(process.pid) };
  try {
    writeFileSync(file, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
    leaveToFolderOwner(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    rmSync(file, { force: true });
    throw error;
  }
}

/** An old empty file is nobody's; making it so needs no room on the disk. */
function release(file: string): void {
  truncateSync(file);
  utimesSync(file, 0, 0);
}

/**
 * Takes the ownership of a folder, or answers undefined while another live process holds it.
 *
 * Each owner writes the file `owner.<turn>`, one turn above the last. The highest turn counts and is never removed,
 * only marked as released, so two processes that see the same dead owner can never both follow it.
 */
export function takeOwnership(folder: string): Ownership | undefined {
  const last = turns(folder).at(-1) ?? 0;
  if (last > 0 && isHeld(join(folder, `owner.${last}`))) return undefined;
  const turn = last + 1;
  const file = join(folder, `owner.${turn}`);
  if (!claim(file)) return undefined;
  const all = turns(folder);
  if (all.at(-1) !== turn) {
    rmSync(file, { force: true });
    return undefined;
  }
  for (const earlier of all.slice(0, -1)) rmSync(join(folder, `owner.${earlier}`), { force: true });
  return { release: () => release(file) };
}
