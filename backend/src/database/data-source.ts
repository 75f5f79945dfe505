import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { defaults, Pool, types, type ClientBase, type PoolConfig } from 'pg';
import { DataSource, DefaultNamingStrategy, type DataSourceOptions, type Table } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';

/** The `application_name` of every connection of this process begins with it. */
export const PROCESS_NAME = `ecom-crm ${randomUUID().slice(0, 8)}`;

// As TypeORM and the API have it: `pg` would make it midnight of this computer's time zone, which is another day in UTC.
types.setTypeParser(types.builtins.DATE, (day) => day);
// The sessions run in UTC, and what they keep without a time zone is in it; `pg` would read and write it in that of this computer.
const readTime = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (time: string) => Date;
types.setTypeParser(types.builtins.TIMESTAMP, (time) => readTime(`${time}+00`));
defaults.parseInputDatesAsUTC = true;

/** Connections of one process. With four more (heartbeat, change notifier, subscriptions, webhooks), six processes stay below PostgreSQL's default of 100. */
export const POOL_SIZE = 10;
/** How long an unused connection is kept: the first statements on a new one are slow. */
const IDLE_TIMEOUT_MS = 10 * 60_000;
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
    poolSize: POOL_SIZE,
    connectTimeoutMS: 2000,
    applicationName: PROCESS_NAME,
    driver: pgDriver(),
    extra: {
      options: SETTINGS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: 15_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // One that dies in the moment between two owners has nobody who listens, and that would end the process.
      onConnect: (client: ClientBase) => client.on('error', () => undefined),
    },
  };
}

const pools = new WeakMap<object, Pool>();

/** What TypeORM takes from the module `pg`, by which `poolOf` finds the pool again. */
function pgDriver(): object {
  const driver = {
    Pool: class extends Pool {
      constructor(options?: PoolConfig) {
        super(options);
        pools.set(driver, this);
      }
    },
  };
  return driver;
}

/** The connections of a data source; undefined before it was initialized. */
export function poolOf({ options }: DataSource): Pool | undefined {
  return pools.get((options as PostgresDataSourceOptions).driver as object);
}

export default new DataSource(dataSourceOptions(process.env.DATABASE_URL));
