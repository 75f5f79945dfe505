import { existsSync, lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../config/env';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres';
import { withClient } from './embedded-postgres/server';

const root = resolve(__dirname, '..', '..', '..');
const say = (line: string): void => console.log(line);

/** The `application_name` of a command that has no other one; each begins like those of the app. */
export const COMMAND_NAME = 'ecom-crm command';
/** How long a command keeps the database running for others. Nobody waits for it longer than for the app to migrate. */
const MAX_WAIT_MS = 10 * 60_000;
const CHECK_INTERVAL_MS = 250;
/** A table, a column, a function or a type is missing. */
const OTHER_SCHEMA = /^(42P01|42703|42883|42704)$/;

/** A process of the app has a heartbeat, and goes on with a server of its own. A command would be cut off. */
const OTHER_COMMANDS = `
  SELECT count(*)::integer AS count FROM pg_stat_activity AS other
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'ecom-crm%' AND NOT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE application_name LIKE 'ecom-crm % heartbeat' AND left(application_name, 17) = left(other.application_name, 17))`;

/**
 * The database the app would use; the embedded server is shared with a running app, else started for the time. It must be
 * there, but for a command that says `create`.
 */
export async function withDatabase(
  env: Env,
  use: (url: string) => Promise<void>,
  { create = false } = {},
): Promise<void> {
  const explain = create ? rethrow : explainOtherSchema;
  if (env.DATABASE_URL) return use(env.DATABASE_URL).catch(explain);
  const dataDir = resolve(root, env.DATA_DIR);
  if (!create && !isThere(dataDir))
    throw new Error(
      `There is no database in ${env.DATA_DIR} yet. Start the app once, or run this with the DATABASE_URL or DATA_DIR of the app.`,
    );
  const server = await startEmbeddedPostgres({ dataDir, log: say });
  try {
    await use(server.url).catch(explain);
  } finally {
    if (server.isOwner()) await waitForOthers(server.url, MAX_WAIT_MS);
    await server.stop();
  }
}

/** Whether a database was made there. Where that cannot be seen, opening it says why. */
function isThere(dataDir: string): boolean {
  const home = join(dataDir, 'postgres');
  try {
    if (statSync(join(home, 'data'), { throwIfNoEntry: false })) return true;
    return Boolean(lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) && !existsSync(home);
  } catch {
    return true;
  }
}

/** Waits while other commands share the server, which stops with the one that started it. */
async function waitForOthers(url: string, maxWaitMs: number): Promise<void> {
  const deadline = Date.now() + maxWaitMs;
  for (let isSaid = false; ; isSaid = true) {
    // What has just ended may still be listed once. A server that is gone keeps nobody.
    const others = await withClient(url, (client) => client.query<{ count: number }>(OTHER_COMMANDS)).catch(() => null);
    if (!others?.rows[0].count) return;
    if (Date.now() > deadline) return say('Other commands are still at work. The database stops now: run them again.');
    await sleep(CHECK_INTERVAL_MS);
    if (!isSaid) say('Other commands use this database: it stops when they have ended.');
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function explainOtherSchema(error: NodeJS.ErrnoException): never {
  if (!OTHER_SCHEMA.test(error.code ?? '')) throw error;
  throw new Error(
    `The database is empty or of another version of the app (${error.message}). Start the app on it once, or run this with the DATABASE_URL or DATA_DIR of the app.`,
    { cause: error },
  );
}
