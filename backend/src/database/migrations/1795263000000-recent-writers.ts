import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has changed something lately, and so reads from the primary. */
export class RecentWriters1795263000000 implements MigrationInterface {
  name = 'RecentWriters1795263000000';

  async up(runner: QueryRunner): Promise<void> {
    // Worth nothing after a crash: then nobody reads from a standby for as long as it counts.
    await runner.query(
      'CREATE UNLOGGED TABLE recent_writers (user_id integer CONSTRAINT recent_writers_pkey PRIMARY KEY, at timestamptz NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recent_writers');
  }
}
