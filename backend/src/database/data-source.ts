import 'reflect-metadata';
import { join } from 'node:path';
import { DataSource, DefaultNamingStrategy, type DataSourceOptions, type Table } from 'typeorm';

/** Connections of one process. With three more (heartbeat, change notifier, webhooks), seven processes stay below PostgreSQL's default of 100. */
const POOL = 10;
/** How long a connection that nobody uses is kept, ms: the first statements on another would be slow. */
const KEPT = 10 * 60_000;
/**
 * Answers are short: starting workers for one would take longer than the answer. What is new waits before it goes into the
 * indexes of the search, and every search reads all that waits: little, then.
 */
const SETTINGS =
  '-c TimeZone=UTC -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c gin_pending_list_limit=256kB';

/** Names keys as PostgreSQL does by itself: `problems_pkey`, `problems_created_by_id_fkey`. */
class PostgresNames extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fkey`;
  }
}

/** How the app and the TypeORM command line reach the database; entities are found by their file names. */
export function dataSourceOptions(url: string | undefined): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [join(__dirname, '..', '**', '*.entity.{js,ts}')],
    migrations: [join(__dirname, 'migrations', '*.{js,ts}')],
    namingStrategy: new PostgresNames(),
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
