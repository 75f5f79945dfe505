import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Account } from './account';
import { program, programEnvironment, type PostgresBinaries } from './binaries';
import { atProcessEnd } from './exit';
import { explained, leaveToFolderOwner } from './files';
import { endProcessSync } from './processes';

/** How a server is run on an existing data folder. */
export interface ServerOptions {
  binaries: PostgresBinaries;
  account: Account | undefined;
  data: string;
  logFile: string;
  port: number;
  settings: Record<string, string>;
  /** The address at which it is ready once it answers there. */
  url: string;
  /** Sent when this process ends without stopping the server. */
  signalAtExit: NodeJS.Signals;
}

/** A running server, and the only way to end it. */
export interface PostgresServer {
  pid: number;
  /** Resolves when the server has ended, for whatever reason, with the reason. */
  ended: Promise<string>;
  /** Stops it so that nothing is lost; without effect when it has ended already. */
  stop(): Promise<void>;
}

const logLimit = 10 * 1024 * 1024;
const logCheckEvery = 10 * 60_000;
const readyWithin = 60_000;

/** The address of a database on a server of ours. */
export function serverUrl(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** A port nobody listens on, preferably the given one. */
export function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (preferred ? resolve(freePort()) : reject(error)));
    probe.listen({ port: preferred, host: '127.0.0.1' }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Runs one task on a connection of its own. */
export async function withClient<T>(
  url: string,
  task: (client: Client) => Promise<T>,
  applicationName?: string,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: applicationName,
  });
  client.on('error', () => undefined); // A connection that breaks later also fails the query in hand.
  try {
    await client.connect();
    return await task(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function openLog(file: string): { descriptor: number; start: number } {
  try {
    const descriptor = openSync(file, 'a', 0o600);
    leaveToFolderOwner(file);
    keepLogSmall(file);
    return { descriptor, start: fstatSync(descriptor).size };
  } catch (error) {
    throw explained(error, `Opening PostgreSQL's log ${file}`);
  }
}

// The server appends, so it goes on at the start of the emptied file.
function keepLogSmall(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimit) truncateSync(file);
}

function lastLines(file: string, start: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(start, size - 4_000);
    const text = Buffer.alloc(Math.max(0, size - from));
    readSync(descriptor, text, 0, text.length, from);
    return text.toString('utf8').trim().split('\n').slice(-10).join('\n');
  } finally {
    closeSync(descriptor);
  }
}

function spawnServer(options: ServerOptions, log: number): ChildProcess {
  const { binaries, account, data, port, settings } = options;
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings };
  const values = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(program(binaries, 'postgres'), ['-D', data, ...values], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: programEnvironment(),
    // Away from the terminal's group: Ctrl-C reaches the app alone, which stops the server when it has drained.
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(explained(error, 'Running PostgreSQL').message));
    child.on('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
}

async function endsWithin(ended: Promise<string>, milliseconds: number): Promise<boolean> {
  const patience = new AbortController();
  const timeout = sleep(milliseconds, false, { signal: patience.signal }).catch(() => false);
  const result = await Promise.race([ended.then(() => true), timeout]);
  patience.abort();
  return result;
}

async function stopServer(options: ServerOptions, pid: number, ended: Promise<string>): Promise<void> {
  // PostgreSQL's fast and immediate shutdown; after the latter it recovers from its log at the next start.
  const steps = [
    ['INT', 20_000],
    ['QUIT', 5_000],
    ['KILL', 5_000],
  ] as const;
  for (const [signal, patience] of steps) {
    if (await endsWithin(ended, 0)) return;
    if (process.platform === 'win32') {
      spawnSync(program(options.binaries, 'pg_ctl'), ['kill', signal, String(pid)], { env: programEnvironment() });
    } else {
      try {
        process.kill(pid, `SIG${signal}`);
      } catch {
        // It ended between the question and the signal.
      }
    }
    if (await endsWithin(ended, patience)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) could not be stopped.`);
}

async function answers(url: string): Promise<'yes' | 'recovering' | string> {
  try {
    await withClient(url, (client) => client.query('SELECT 1'));
    return 'yes';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === '57P03' ? 'recovering' : message;
  }
}

async function waitUntilReady(url: string, isRunning: () => boolean): Promise<string | undefined> {
  let deadline = Date.now() + readyWithin;
  for (let wait = 20; isRunning(); wait = Math.min(wait * 1.5, 250)) {
    const answer = await answers(url);
    if (answer === 'yes') return undefined;
    if (answer === 'recovering') deadline = Date.now() + readyWithin;
    if (Date.now() > deadline) return `it did not answer within ${readyWithin / 1000} s: ${answer}`;
    await sleep(wait);
  }
  return 'it ended while starting';
}

/** Starts a server and waits until it answers; a start that fails throws with the end of PostgreSQL's own log. */
export async function startServer(options: ServerOptions): Promise<PostgresServer> {
  const { descriptor, start } = openLog(options.logFile);
  const child = spawnServer(options, descriptor);
  closeSync(descriptor);
  const ended = whenEnded(child);
  let running = true;
  const pid = child.pid ?? 0;
  const callOff = atProcessEnd(() => {
    if (pid) endProcessSync(pid, options.signalAtExit, 5_000);
  });
  const logCheck = setInterval(() => keepLogSmall(options.logFile), logCheckEvery).unref();
  void ended.then(() => {
    running = false;
    clearInterval(logCheck);
    callOff();
  });
  const problem = await waitUntilReady(options.url, () => running);
  if (problem === undefined) {
    child.unref();
    return { pid, ended, stop: () => stopServer(options, pid, ended) };
  }
  if (pid) await stopServer(options, pid, ended);
  const lines = lastLines(options.logFile, start);
  throw new Error(`PostgreSQL did not start (${problem}; ${await ended}). Its log ${options.logFile} says:\n${lines}`);
}
