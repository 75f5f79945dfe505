import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When threads were created, answered and resolved, for the trends; from the change log, which `trends` reads on from there. */
export class ThreadTimes1795600700000 implements MigrationInterface {
  name = 'ThreadTimes1795600700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE thread_times (
        kind text, record_id integer, position bigint NOT NULL,
        created_at timestamptz, first_response_at timestamptz, resolved_at timestamptz,
        CONSTRAINT thread_times_pkey PRIMARY KEY (kind, record_id)
      )`);
    await runner.query(
      'CREATE INDEX thread_times_created ON thread_times (kind, created_at) WHERE created_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX thread_times_answered ON thread_times (kind, first_response_at, created_at) WHERE first_response_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX thread_times_resolved ON thread_times (kind, resolved_at) WHERE resolved_at IS NOT NULL',
    );
    await runner.query("INSERT INTO change_listeners (name, position) SELECT 'trends', safe FROM changes_horizon()");
    await runner.query(`
      SELECT fill_thread_times(parent_kind, 1, 2147483647, position)
      FROM record_types, change_listeners WHERE parent_kind IS NOT NULL AND name = 'trends'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE thread_times');
    await runner.query("DELETE FROM change_listeners WHERE name = 'trends'");
  }
}
