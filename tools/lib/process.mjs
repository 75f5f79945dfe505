import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const onWindows = process.platform === 'win32';

/** Says one line to the person at the terminal. */
export function say(text) {
  console.log(`[setup] ${text}`);
}

/** Whether a process with this number lives. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Ends this process when the npm that runs it is told to end: npm hands the signal to a shell, which dies of it without
 * passing it on. Seen as a change of parent.
 */
export function endWithNpm() {
  if (onWindows || !process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100).unref();
}

/** Ends a child that `startGroup` began together with everything it has started. */
export function endGroup(child, signal = 'SIGTERM') {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing of it is left.
  }
}

/** Starts a program in the project's folder, in a process group of its own so that nothing it starts can outlive it. */
export function startGroup(command, args, options = {}) {
  return spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options, detached: !onWindows });
}

/**
 * Runs a program to its end. Rejects when it fails, and when this process is told to end (`error.signal`):
 * then the program and all it has started are ended, by `options.killSignal`, and gone first. `error.exitCode` is what
 * this process should exit with.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { killSignal?: NodeJS.Signals }} [options]
 * @returns {Promise<void>}
 */
export function run(command, args, { killSignal = 'SIGTERM', ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = startGroup(command, args, options);
    let received;
    let hardKill;
    const onSignal = (signal) => {
      received = signal;
      endGroup(child, killSignal);
      hardKill ??= setTimeout(() => endGroup(child, 'SIGKILL'), 3000);
    };
    for (const signal of forwarded) process.on(signal, onSignal);
    const finish = (error) => {
      for (const signal of forwarded) process.off(signal, onSignal);
      clearTimeout(hardKill);
      if (received) {
        endGroup(child, 'SIGKILL');
        const exitCode = 128 + constants.signals[received];
        reject(Object.assign(new Error(`Stopped by ${received}.`), { signal: received, exitCode }));
      } else if (error) reject(error);
      else resolve();
    };
    child.on('error', (error) => finish(new Error(`${command} could not be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return finish();
      const what = [command, ...args].map((part) => part.replace(root, '')).join(' ');
      finish(Object.assign(new Error(`${what} ended with ${signal ?? `code ${code}`}.`), { exitCode: code ?? 1 }));
    });
  });
}
