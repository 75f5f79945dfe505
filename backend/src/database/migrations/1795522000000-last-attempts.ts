import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the last attempt of a key was made, which the wait for the next one is counted from. */
export class LastAttempts1795522000000 implements MigrationInterface {
  name = 'LastAttempts1795522000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts ADD COLUMN IF NOT EXISTS tried_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts DROP COLUMN tried_at');
  }
}
