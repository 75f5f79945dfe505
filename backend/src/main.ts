import { stopTracing } from './boot';
import { Logger } from '@nestjs/common';
import { connect, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_CONNECTIONS } from './config/budgets';
import { loadEnv, type Env } from './config/env';
import { missingName } from './config/known-hosts';
import { Connections } from './http/connections';
import { createApp } from './create-app';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { DatabaseHealth } from './database/database-health';
import { logFor, type Log } from './platform/logging/log';

/** How long open requests can take when the app stops, and how long the whole stop can take. */
const DRAIN_MS = 10_000;
const MAX_STOP_MS = 25_000;
/** The longest wait for what may listen on the port already. */
const MAX_PORT_WAIT_MS = 500;
/** The longest wait for the database before the port opens. */
const MAX_DATABASE_WAIT_MS = 3_000;
/** Ctrl-C in `npm start` arrives twice, from the terminal and from npm. Only a later one counts. */
const SAME_SIGNAL_MS = 1000;

/** What to do at the stop, the last start first: the database stops when the app no longer needs it. */
const undo: (() => Promise<void>)[] = [stopTracing];
const stopping = new AbortController();
let stoppingSince = 0;
let isReady = false;

async function start(env: Env, log: Log): Promise<void> {
  // Known only when the app listens, it would come after a database was made or migrated.
  if (await isPortTaken(env)) throw new Error(portTaken(env));
  let database: EmbeddedPostgres | undefined;
  if (!env.DATABASE_URL) {
    database = await startEmbeddedPostgres({
      dataDir: resolve(__dirname, '..', '..', env.DATA_DIR),
      // Messages of the start are for people; those of a running database go to the log.
      log: (message) => (isReady ? new Logger('PostgreSQL').warn(message) : log.notice(message)),
      stopping: stopping.signal,
    });
    undo.unshift(database.stop);
    env.DATABASE_URL = database.url;
  }
  if (stoppingSince) return;
  const app = await createApp(env, database?.disk);
  const databaseHealth = app.get(DatabaseHealth);
  // Behind a proxy all connections come from its address.
  const perAddress = env.TRUST_PROXY > 0 ? Infinity : env.MAX_CONNECTIONS_PER_ADDRESS;
  const connections = new Connections(app.getHttpServer(), { perAddress, inAll: MAX_CONNECTIONS });
  undo.unshift(async () => {
    databaseHealth.leaving = true;
    connections.leave();
    if (app.getHttpServer().listening) await sleep(env.STOP_DELAY * 1000);
    await connections.drain(DRAIN_MS);
    await app.close();
  });
  // A load balancer without health checks sends requests as soon as the port is open.
  const waited = sleep(MAX_DATABASE_WAIT_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  await Promise.race([databaseHealth.ready, waited]);
  if (stoppingSince) return;
  const server = await app.listen(env.PORT, env.HOST);
  const { port } = server.address() as AddressInfo;
  const host = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST;
  void databaseHealth.ready.then(() => {
    log.notice(`Ecom CRM Platform is ready at http://${host}:${port}`);
    isReady = true;
  });
  const problem = missingName(env);
  if (problem) new Logger('Hosts').warn(problem);
}

/** Whether something listens on the port. It is not opened to find out: a load balancer would send requests there. */
function isPortTaken({ PORT, HOST }: Env): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ port: PORT, host: HOST, timeout: MAX_PORT_WAIT_MS });
    const end = (listens: boolean) => {
      socket.destroy();
      answer(listens);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

const portTaken = ({ PORT }: Env) =>
  `The port ${PORT} is in use. Stop what listens there, or choose another with PORT=3001.`;

/** Waits for the start to end, so that nothing half-started stays behind. */
async function stop(started: Promise<boolean>, delay: number): Promise<void> {
  if (stoppingSince) return;
  stoppingSince = Date.now();
  stopping.abort();
  setTimeout(() => giveUp('The stop took too long; ending now.'), delay + MAX_STOP_MS).unref();
  let clean = await started;
  for (const step of undo.splice(0)) {
    await step().catch((error: unknown) => {
      clean = false;
      console.error(error);
    });
  }
  process.exit(clean ? 0 : 1);
}

function onSignal(started: Promise<boolean>, delay: number): void {
  if (stoppingSince && Date.now() - stoppingSince > SAME_SIGNAL_MS) giveUp('Told again to stop; ending now.');
  void stop(started, delay);
}

/** Confirmed writes are safe: PostgreSQL is told to stop as this process ends. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

function sentence(error: unknown, env: Env): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return portTaken(env);
  if (code === 'EACCES') return `The port ${env.PORT} needs more rights. Choose one above 1023 with PORT=3000.`;
  return message;
}

function main(): void {
  // A closed terminal or pipe ends the output, not the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const env = loadEnv(process.env);
  const log = logFor(env);
  Logger.overrideLogger(log);
  process.on('uncaughtExceptionMonitor', (error) => new Logger('Process').error(error));
  const delay = env.STOP_DELAY * 1000;
  const started = start(env, log).then(
    () => true,
    (error: unknown) => {
      console.error(sentence(error, env));
      return false;
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => onSignal(started, delay));
  void started.then((ok) => (ok ? undefined : stop(started, delay)));
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
