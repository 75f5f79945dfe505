import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, root, say } from './process.mjs';

const lock = join(root, '.nx', 'setup.lock');

function holder() {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Takes the lock by renaming a finished folder to its name, which works for one process only. */
function take() {
  mkdirSync(dirname(lock), { recursive: true });
  const draft = mkdtempSync(`${lock}.`);
  writeFileSync(join(draft, 'pid'), String(process.pid));
  try {
    renameSync(draft, lock);
    return true;
  } catch {
    rmSync(draft, { recursive: true });
    return false;
  }
}

/** Clears the lock of a process that is gone. */
function clear(pid) {
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
    const moved = Number(readFileSync(join(aside, 'pid'), 'utf8'));
    // Another process may have been faster and hold a new lock: give it back.
    if (moved !== pid) return renameSync(aside, lock);
  } catch {
    // Already cleared.
  }
  rmSync(aside, { recursive: true, force: true });
}

/** Runs a task that changes node_modules or the built output while no other process does. */
export async function whileLocked(task) {
  for (let said = false; !take(); await sleep(200)) {
    const pid = holder();
    if (pid !== undefined && !isAlive(pid)) clear(pid);
    else if (!said) {
      said = true;
      say(`Another process (${pid}) prepares this folder; waiting for it.`);
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on('exit', release);
  try {
    return await task();
  } finally {
    process.off('exit', release);
    release();
  }
}
