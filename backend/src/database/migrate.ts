import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import {
  AdvancedConsoleLogger,
  DataSource,
  MigrationExecutor,
  type DataSourceOptions,
  type QueryRunner,
} from 'typeorm';
import { adoptPrevious, isPrevious } from './adopt-previous';
import { applyFunctions, applyTriggers, changedFiles } from './schema-files';

/** Held while the schema changes. Any number that no other program on the same database takes: "crm" and a version. */
export const MIGRATION_LOCK = 67827701;

/** SQLSTATEs: a lock was not free in time, or a request waits for a table of this try and holds the next one (deadlock). */
const IS_LOCKED = /^(55P03|40P01)$/;
/** How long others go first before a migration asks for its locks again. */
const LOCK_RETRY_DELAY_MS = 5000;

/** Says once what TypeORM says at every try: which migration failed. */
class MigrationLogger extends AdvancedConsoleLogger {
  private said = '';

  override logMigration(message: string): void {
    if (message !== this.said) new Logger('Database').warn(message);
    this.said = message;
  }
}

/** Brings the database to the newest schema; of any number of processes that start at once, one does it and the others wait. */
export async function migrate(app: DataSource): Promise<void> {
  if (await isMigrated(app)) return;
  // Connections of its own: a migration of a large table may take longer than any request.
  const { Client, stream, onConnect } = (app.options as { extra: PoolConfig }).extra;
  const extra = { Client, stream, onConnect };
  const logger = new MigrationLogger();
  const options = { ...app.options, driver: undefined, extra, logger } as DataSourceOptions;
  const source = await new DataSource(options).initialize();
  const runner = source.createQueryRunner();
  try {
    // Behind PgBouncer the limits of requests are those of the account.
    await runner.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      // All who read or write a table wait behind a migration that waits for it. After two seconds they go first.
      await runner.query("SET lock_timeout = '2s'");
      await upgradeBetweenOthers(runner);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Tries until nobody holds a table that it changes. A try that gives up is rolled back as a whole. */
async function upgradeBetweenOthers(runner: QueryRunner): Promise<void> {
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await upgrade(runner);
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } };
      // What fails in a SQL file is told with the name of the file, and its cause.
      if (!IS_LOCKED.test(cause?.code ?? code ?? '')) throw error;
    }
    if (!hasSaid)
      new Logger('Database').warn(
        'A migration waits for a backup, an import or another long transaction, which holds a table that it changes; it is tried again until that has ended',
      );
    await sleep(LOCK_RETRY_DELAY_MS);
  }
}

/**
 * All in one transaction: processes of the previous build go on with the tables and functions of theirs until it commits.
 * Functions come first, since tables use them in indexes; triggers last, since they need their tables.
 */
async function upgrade(runner: QueryRunner): Promise<void> {
  const said: string[] = [];
  await runner.startTransaction();
  try {
    if (await isPrevious(runner)) {
      await adoptPrevious(runner);
      said.push('Adopted the database of the previous build');
    }
    let files = await applyFunctions(runner);
    const executor = new MigrationExecutor(runner.connection, runner);
    executor.transaction = 'none';
    for (const { name } of await executor.executePendingMigrations()) said.push(`Applied the migration ${name}`);
    files += await applyTriggers(runner);
    if (files > 0) said.push(`Applied ${files} SQL files`);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
  for (const line of said) new Logger('Database').log(line);
}

/** Whether every migration and every file of `schema/` has been applied. */
async function isMigrated(app: DataSource): Promise<boolean> {
  try {
    const rows = await app.query<{ name: string }[]>('SELECT name FROM migrations');
    const applied = rows.map(({ name }) => name);
    const known = app.migrations.map(({ name }) => name ?? '');
    if (!known.every((name) => applied.includes(name))) return false;
    const changed = await changedFiles(app);
    if (changed.length === 0) return true;
    const newest = Math.max(...known.map(timeOf));
    // An older one is of a module that was taken away, and says nothing of the files.
    const newer = applied.filter((name) => !known.includes(name) && timeOf(name) > newest);
    if (newer.length === 0) return false;
    // A newer build has been here: its functions stay.
    new Logger('Database').warn(
      `The database is of a newer version of the app (it has ${newer.join(', ')}), so SQL files of this one were not applied: ${changed.map(({ path }) => path).join(', ')}`,
    );
    return true;
  } catch {
    // A table is missing: the database is empty, or the connection is lost, which the next step reports.
    return false;
  }
}

/** The time at the end of a migration's name, by which TypeORM orders them. */
function timeOf(name: string): number {
  return Number(name.slice(-13));
}
