import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

/** Any number that no other program on the same database takes: "crm" and a version. */
const LOCK = 67827701;

/** Brings the database to the newest schema; of any number of processes that start at once, one does it and the others wait. */
export async function migrate(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.query("SET lock_timeout = '5min'; SET statement_timeout = 0");
    await runner.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      const applied = await source.runMigrations({ transaction: 'each' });
      for (const { name } of applied) new Logger('Database').log(`Applied the migration ${name}`);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
    await runner.query('RESET lock_timeout; RESET statement_timeout');
  } finally {
    await runner.release();
  }
}
