import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many bytes each user has sent on a day. */
export class DailyBytes1795504000000 implements MigrationInterface {
  name = 'DailyBytes1795504000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNLOGGED TABLE IF NOT EXISTS daily_bytes (
        user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        day date NOT NULL,
        bytes bigint NOT NULL
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE daily_bytes');
  }
}
