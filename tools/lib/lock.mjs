import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, root, say } from './process.mjs';

const lock = join(root, '.nx', 'setup.lock');

/** When a process started, where there is /proc: after a restart of the machine another process may have its number. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command (field 2) may hold spaces and brackets; what follows the last bracket starts at field 3.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}

/** The number and the start of the process that has the lock. */
function holder() {
  try {
    return readFileSync(join(lock, 'pid'), 'utf8');
  } catch {
    return undefined;
  }
}

function isThere(holder) {
  const [pid, start] = holder.split(' ');
  return isAlive(Number(pid)) && (!start || ['', start].includes(startOf(pid)));
}

/** Takes the lock by renaming a finished folder to its name, which works for one process only. */
function take() {
  mkdirSync(dirname(lock), { recursive: true });
  const draft = mkdtempSync(`${lock}.`);
  writeFileSync(join(draft, 'pid'), `${process.pid} ${startOf(process.pid)}`);
  try {
    renameSync(draft, lock);
    return true;
  } catch {
    rmSync(draft, { recursive: true });
    return false;
  }
}

/** Clears the lock of a process that is gone. */
function clear(gone) {
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
    const moved = readFileSync(join(aside, 'pid'), 'utf8');
    // Another process may have been faster and hold a new lock: give it back.
    if (moved !== gone) return renameSync(aside, lock);
  } catch {
    // Already cleared.
  }
  rmSync(aside, { recursive: true, force: true });
}

/** Runs a task that changes node_modules or the built output while no other process does. */
export async function whileLocked(task) {
  for (let said = false; !take(); await sleep(200)) {
    const other = holder();
    if (other !== undefined && !isThere(other)) clear(other);
    else if (!said) {
      said = true;
      say(`Another process (${other?.split(' ')[0]}) prepares this folder; waiting for it.`);
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
