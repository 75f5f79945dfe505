import { stopTracing } from './boot';
import { Logger } from '@nestjs/common';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { loadEnv, type Env } from './config/env';
import { Connections } from './http/connections';
import { createApp } from './create-app';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { Lifeline } from './database/database-health';
import { warmUp } from './database/warm-up';

/** How long requests under way may take when the app is told to stop, and how long all of the stop; ms. */
const DRAIN = 10_000;
const LONGEST_STOP = 25_000;
/** How long the port stays closed at most until requests can be answered, and again until they are answered quickly, ms. */
const PREPARE = 3_000;
/** Ctrl-C in `npm start` comes twice, from the terminal and from npm; only what comes later is meant. */
const SAME_SIGNAL = 1000;

/** What to undo when the app stops, last first: the database goes only when the app no longer needs it. */
const undo: (() => Promise<void>)[] = [stopTracing];
const stopping = new AbortController();
let stoppingSince = 0;
let isReady = false;

async function start(env: Env): Promise<void> {
  let database: EmbeddedPostgres | undefined;
  if (!env.DATABASE_URL) {
    database = await startEmbeddedPostgres({
      dataDir: resolve(__dirname, '..', '..', env.DATA_DIR),
      log: say,
      stopping: stopping.signal,
    });
    undo.unshift(database.stop);
    env.DATABASE_URL = database.url;
  }
  if (stoppingSince) return;
  const app = await createApp(env, database?.disk);
  const lifeline = app.get(Lifeline);
  const connections = new Connections(app.getHttpServer());
  undo.unshift(async () => {
    lifeline.leaving = true;
    connections.leave();
    // Before the port is open nobody can be on the way.
    if (app.getHttpServer().listening) await sleep(env.STOP_DELAY * 1000);
    await connections.drain(DRAIN);
    await app.close();
  });
  // A balancer that asks nobody how they are sends requests as soon as the port is open.
  await patiently(() => lifeline.ready);
  // Others serve meanwhile.
  if (env.STOP_DELAY > 0 && lifeline.prepared) await patiently((enough) => warmUp(app.get(DataSource), enough));
  if (stoppingSince) return;
  const server = await app.listen(env.PORT, env.HOST);
  const { port } = server.address() as AddressInfo;
  const host = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST;
  void lifeline.ready.then(() => {
    console.log(`Ecom CRM Platform is ready at http://${host}:${port}`);
    isReady = true;
  });
}

/** Waits for `work`, but for no longer than `PREPARE`, and not for one that is to stop. */
async function patiently(work: (enough: AbortSignal) => Promise<unknown>): Promise<void> {
  const enough = AbortSignal.any([stopping.signal, AbortSignal.timeout(PREPARE)]);
  await Promise.race([work(enough), sleep(PREPARE, undefined, { signal: enough }).catch(() => undefined)]);
}

/** What happens at start is for people; what happens to a running database is for the log. */
function say(message: string): void {
  if (isReady) new Logger('PostgreSQL').warn(message);
  else console.log(message);
}

/** Waits for a start under way, so that nothing half-started is left behind. */
async function stop(started: Promise<boolean>, delay: number): Promise<void> {
  if (stoppingSince) return;
  stoppingSince = Date.now();
  stopping.abort();
  setTimeout(() => giveUp('The stop took too long; ending now.'), delay + LONGEST_STOP).unref();
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
  if (stoppingSince && Date.now() - stoppingSince > SAME_SIGNAL) giveUp('Told again to stop; ending now.');
  void stop(started, delay);
}

/** What has been answered is safe all the same: PostgreSQL is told to stop as this process ends. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

function sentence(error: unknown, env: Env): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `The port ${env.PORT} is in use. Stop what listens there, or choose another with PORT=3001.`;
  if (code === 'EACCES') return `The port ${env.PORT} needs more rights. Choose one above 1023 with PORT=3000.`;
  return message;
}

function main(): void {
  // A closed terminal or pipe ends what is printed, not the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const env = loadEnv(process.env);
  process.on('uncaughtExceptionMonitor', (error) => new Logger('Process').error(error));
  const delay = env.STOP_DELAY * 1000;
  const started = start(env).then(
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
