import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { loadEnv, type Env } from './config/env';
import { Connections } from './common/http/connections';
import { createApp } from './create-app';
import { startEmbeddedPostgres } from './database/embedded-postgres';

/** How long requests under way may take when the app is told to stop, ms. */
const DRAIN = 10_000;

/** What to undo when the app stops, last first: the database goes only when the app no longer needs it. */
const undo: (() => Promise<void>)[] = [];
let stopping = false;

async function start(env: Env): Promise<void> {
  if (!env.DATABASE_URL) {
    const database = await startEmbeddedPostgres({ dataDir: resolve(__dirname, '..', '..', env.DATA_DIR), log: (message) => console.log(message) });
    undo.unshift(() => database.stop());
    env.DATABASE_URL = database.url;
  }
  if (stopping) return;
  const app = await createApp(env);
  const connections = new Connections(app.getHttpServer());
  undo.unshift(() => {
    connections.drain(DRAIN);
    return app.close();
  });
  if (stopping) return;
  const server = await app.listen(env.PORT, env.HOST);
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 75_000;
  const { port } = server.address() as AddressInfo;
  const host = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST;
  console.log(`Ecom CRM Platform is ready at http://${host}:${port}`);
}

/** Waits for a start under way, so that nothing half-started is left behind. */
async function stop(started: Promise<boolean>): Promise<void> {
  if (stopping) return;
  stopping = true;
  let clean = await started;
  for (const step of undo.splice(0)) {
    await step().catch((error: unknown) => {
      clean = false;
      console.error(error);
    });
  }
  process.exit(clean ? 0 : 1);
}

function sentence(error: unknown, env: Env): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port ${env.PORT} is in use. Stop what listens there, or choose another with PORT=3001.`;
  if (code === 'EACCES') return `The port ${env.PORT} needs more rights. Choose one above 1023 with PORT=3000.`;
  return message;
}

function main(): void {
  // A closed terminal or pipe ends what is printed, not the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const env = loadEnv(process.env);
  const started = start(env).then(
    () => true,
    (error: unknown) => {
      console.error(sentence(error, env));
      return false;
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(started));
  void started.then((ok) => (ok ? undefined : stop(started)));
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
