import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who writes a response to the record that they have open. */
export class PresenceWriting1795601100000 implements MigrationInterface {
  name = 'PresenceWriting1795601100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE presence ADD COLUMN is_writing boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE presence DROP COLUMN is_writing');
  }
}
