import 'reflect-metadata';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';

/** Connections of one process, beside three of its own (sign of life, news, webhooks): seven processes stay below PostgreSQL's default of 100. */
const POOL = 10;
/** How long a connection that nobody uses is kept, ms: the first statements on another would be slow. */
const KEPT = 10 * 60_000;
/**
 * Answers are short: starting workers for one would take longer than the answer. What is new waits before it goes into the
 * indexes of the search, and every search reads all that waits: little, then.
 */
const SETTINGS =
  '-c TimeZone=UTC -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c gin_pending_list_limit=256kB';

/** How the app and the TypeORM command line reach the database; entities are found by their file names. */
export function dataSourceOptions(url: string | undefined): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [join(__dirname, '..', '**', '*.entity.{js,ts}')],
    migrations: [join(__dirname, 'migrations', '*.{js,ts}')],
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    poolSize: POOL,
    connectTimeoutMS: 2000,
    applicationName: 'ecom-crm',
    extra: {
      options: SETTINGS,
      idleTimeoutMillis: KEPT,
      statement_timeout: 15_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
  };
}

export default new DataSource(dataSourceOptions(process.env.DATABASE_URL));
