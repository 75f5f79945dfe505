import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { POOL_SIZE } from '../database/data-source';
import { recordTypes } from './record-type';

/** Between two connections, so that the requests of other processes are not held up. */
const PAUSE_MS = 20;

/**
 * Opens all connections of a pool, one after the other, and warms each up; stops early once `enough` is aborted. An error
 * is only logged: the requests that come will do without.
 */
export async function warmUp(source: DataSource, enough: AbortSignal): Promise<void> {
  const runners: QueryRunner[] = [];
  try {
    while (runners.length < POOL_SIZE && !enough.aborted) {
      const runner = source.createQueryRunner();
      runners.push(runner);
      await runner.query(warmUpStatement(source));
      await sleep(PAUSE_MS);
    }
  } catch (error) {
    new Logger('Database').warn(`The connections could not be warmed up: ${(error as Error).message}`);
  } finally {
    for (const runner of runners) await runner.release();
  }
}

/**
 * Inserts and changes one record of each type, and rolls back. PostgreSQL loads functions, plans and tables separately for
 * each connection, so that its first write takes five times as long as the next. Ids and texts are unique to the
 * connection, so nobody waits for it, and no id of a sequence is used up. Without a user there is no author: nothing to do.
 */
function warmUpStatement(source: DataSource): string {
  const tables = recordTypes().flatMap(({ table, responses }) => (responses ? [table, responses] : [table]));
  const writes = tables.map((table) => sampleWrites(source.getMetadata(table), tables));
  return `DO $$
    DECLARE
      author integer := (SELECT min(id) FROM users);
      own integer := -pg_backend_pid();
    BEGIN
      PERFORM set_config('lock_timeout', '100ms', true), set_config('synchronous_commit', 'off', true);
      IF author IS NULL THEN
        RETURN;
      END IF;
      BEGIN
        PERFORM set_config('crm.user_id', author::text, true), set_config('crm.change_set', gen_random_uuid()::text, true);
        ${writes.join('\n')}
        RAISE SQLSTATE 'RH000';
      EXCEPTION
        WHEN SQLSTATE 'RH000' THEN NULL;
      END;
    END
  $$`;
}

/** A record with what its table requires, and a change of its first text. */
function sampleWrites({ tableName, columns, foreignKeys }: EntityMetadata, tables: string[]): string {
  const required = columns.filter(({ isNullable, default: fallback, isGenerated }) =>
    [isNullable, fallback !== undefined, isGenerated].every((has) => !has),
  );
  const values = required.map(({ databaseName, type }) => {
    const key = foreignKeys.find(({ columnNames }) => columnNames.includes(databaseName));
    if (key) return tables.includes(key.referencedTablePath) ? 'own' : 'author';
    return SAMPLES[String(type)] ?? TEXT;
  });
  const names = required.map(({ databaseName }) => databaseName);
  const text = required.find(({ type }) => type === 'text')?.databaseName;
  return `
    INSERT INTO ${tableName} (${['id', ...names].join(', ')}) VALUES (${['own', ...values].join(', ')});
    ${text ? `UPDATE ${tableName} SET ${text} = ${TEXT} WHERE id = own;` : ''}`;
}

const TEXT = "'Warm-up ' || gen_random_uuid()";
const SAMPLES: Partial<Record<string, string>> = {
  integer: '1',
  boolean: 'false',
  jsonb: "'{}'",
  timestamptz: 'now()',
};
