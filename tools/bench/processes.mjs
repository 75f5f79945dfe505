import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built app of a clone of the project. */
export const appFile = (folder) => join(folder, 'backend/dist/main.js');

export const floorFile = fileURLToPath(new URL('floor.mjs', import.meta.url));

/** Starts a server on the database and waits until it says where it is ready. */
export async function startServer(file, databaseUrl) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error(`${file} did not start.`)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const found = /ready at http:\/\/localhost:(\d+)/.exec(text)?.[1];
      if (found) resolve(Number(found));
    });
  });
  const stop = () => {
    child.kill();
    return ended;
  };
  return { pid: child.pid, port, stop, headers: {} };
}

const MS_PER_TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

function statOf(pid) {
  // After the name, which may hold anything: state, parent, …, and from the twelfth on the times.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) };
}

/** CPU that these processes and all below them have used so far, ms, ended ones included. */
export function cpuOf(pids) {
  const all = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      all.set(Number(name), statOf(name));
    } catch {
      // It has ended, and counts in its parent from now on.
    }
  }
  const isBelow = (pid) => pids.includes(pid) || (all.has(pid) && isBelow(all.get(pid).parent));
  return [...all].reduce((sum, [pid, { ticks }]) => sum + (isBelow(pid) ? ticks : 0), 0) * MS_PER_TICK;
}

/** The process above all others of the PostgreSQL server that this client is connected to. */
export async function postmasterOf(client) {
  const {
    rows: [{ pid }],
  } = await client.query('SELECT pg_backend_pid() AS pid');
  return statOf(pid).parent;
}

/** Memory of a process, MB: `rss` now, `peak` the most it has had. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
  return { rss: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
